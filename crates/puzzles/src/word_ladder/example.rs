//! Built-in words.

use std::sync::{Arc, OnceLock};

use crate::crossword::{WordList, built_in_words};

/// Common English words of three to five letters that the list for crosswords does not have,
/// among them those of ladders by Carroll. There they would change which fillings are found.
const MORE_WORDS: &str = "\
bay bib bid bye cab cob con cop cue dab dey don dub dud eke err fad fed fen fib fob foe fry gag
gal gel gin gnu hag hem hew hex hob hod huh hum jab jig job jot lag lax lea lob lop lug mar mob
nag nib nun oaf opt pal pat pep pew pop pro pry pub pun pup ram rap rev rue rut sod sop tab tam
tee tic tod tog tow tug vex vie wad wag wan wiz yap yen yip zap zip
ache acid acts aged aids airy akin ally amid arid arms atop avid axis bade bail bald bale balk
balm bane bang bank bard bars bash bass bays beds beef been bees bent bets bids bind bins bits
bled blew blob blot blow bode boil bomb bond bony boom boon bore boss both bout bows brag bran
bred brew brim brow buck buds bulk bull bump bunk buns burn bury bush busy buzz cafe came cans
caps carp cash cask cast cats cede cent char chat chef chew chip chop cite clad clam clan clap
claw clip clod clog clot club clue coax coil colt come cost coup cows crag cram crib cues cuff
cull cult curb curd curl cute dale dame damp dams dart dash days daze dead deaf deal dean debt
deck deed deem deep deft dent deny dial died dies dime dine ding dint dire dirt dive does dole
doll done doom dope dots dour down doze drab drag dray drew drip drop drug dual dude duel dues
duet duke dull duly dumb dump dunk duns dusk duty dyed ears eats ebbs eggs ends envy eyes fade
fail fake fang fare fast faze fear feat feed feel fees feet fell felt fend fens feud figs file
fill find fine fins firm fist five flap flat flaw fled flee flew flip flit flow foam foes fogs
foil fond fool fore form foul four fowl free fret fuel full fume fund fuse fuss gain gait gale
gall gang gape gash gasp gave gaze geld gems gets gill gist give glad glow glue gnat goad gods
goes gore gory gout grab gram gray grew grid grim grin grip grit grow grub gulf gull gulp guns
gush gust guts hack hale halt hams hang hard hark harm hash hate haul have hawk haze head heed
heir held hell helm help hers hide high hike hilt hind hint hire hits hive hold hole hope host
hour howl huge hull hung hunt hurl hurt hush hymn inns itch jail jars jaws jeer jest jobs join
joke jolt just keep kept kick kids kill kind knew knit know lack lads laid lair lame laps lard
lash lass last late laud laws laze lead leak leek left lend lest lice lick lied lies life lift
like lily limb limp link lint lips live load lock loft logs lone long look loom loon loop loot
lore loss lost lots loud lows luck lull lump lung lure lurk lush lust made maid mail maim make
male mall malt many maps mark mars mash mass mate maze mead meek meet melt mend menu mere mesh
mess mild mile mill mind mire miss mist moan moat mock mode mood moor mope most move much muck
mugs must mute nail navy need news next nice nick nigh nods nook norm nuns nuts oars odds ogre
oils only ooze pack pact pads paid pain pair pale pall palm pans pant part pass pave pawn pays
peak peat peck peep peer pegs pelt pens perk pest pets pick pies pigs pike pile pill pins pint
pits pity plea plot plow ploy plug plus pods poke poll poor pope pops pore pork pose post pour
pout pray prey prod prop puff pull pulp pump punt pure push quit raft rage raid rake ramp rang
rank rash rate rats rave rays reap rear reds reef reek reel rein rely rend rent rich rick ride
rife rift rims riot ripe rise risk rite roam rock rode roll romp rook rosy rote rout rows rude
rung rush rust ruts sack safe sage said sake sale sane sang sank save scan scar seam seas seek
seem seen sell send sent shed shin ship shop shot show shut sick side sigh sign sill silt sing
sink size skin skip slab slam slap sled slew slid slim slip slit slot slow slug slum snag snap
snip snub snug soak soar sock soda soft sold sore sort soul soup sour sown span spar sped spin
spit spot spud spun spur stab stag stay stew stir stop stub stud such suit sulk sung sunk sure
surf swam swap sway swim take talk tall tame tank tape taps tart task taut teal tell tend tens
test than that them then they thin this thud tick tidy tied ties till tilt tint tiny tips tire
toad toil told toll tomb toot tops tore torn toss tour town toys tram trap tray trek trim trip
trod trot true tuba tube tuck tuft tune turf turn twig type tyre urge used vain vale vane vary
vast veal vein vent verb very vest vice view vile void volt vote wade wage wail wait wake walk
wand wane want ward ware warm warn wart wary wash wasp wavy weak wean wear weed week weep weld
well went were what when whim whip whit wick wide wife wild will wilt wily wink wipe wire wise
wish with woes wold wood word wore work worm worn wove wrap wren yarn yell yoke yolk your zeal
zero zest
bland blank bleak bleat bleed blend blink bliss block blood blown boast bound brand breed brief
bring brink brisk broad broke brood broth brown bunch chase cheap cheat check cheep cheer chick
chide chill chime chine chink chins chips chose clamp clank clash clasp class clear cleat click
climb cling clink cloak close cloth coins cores corns could count crack craft crank crass crate
crave crawl craze creak cream creed creek creep cress crest crews cried crime crisp crook cross
crowd crude crush dales dares dated dealt drain drape drawn dread dried drink drive drove faint
fairy false fared fiend fight filed filet finch fined fired fixed flail flair flake flank flare
flash flats flesh flick flier fling flint float flood flown fluke flush foals force fords forks
forms forte forth forty found freak freed frees fresh fried fries frost froth frown fully gales
glade gland glare glaze gleam glide gloom gloss grace grand grate grave graze great greed greet
grief grill grind gripe groan groom grope gross group grove growl grown guess hares hatch hated
heads heals heard heave heels heirs hills hoard holes holly hooks hoped horns hound hover lakes
lanes lasso leafs leapt lease leash leave loose lover lower lunch maker match meals meant mound
mount notch oaken other paint pairs pants parse parts paste patch pause peace peach perch piece
pinch pines pipes plaid plank plans plays plead poach point poise poker porch poses pouch prank
prawn prays pride pried pries prime probe prone proof prose prove prune quack quick quilt raise
range rated react reads realm rebel rests rides ridge rifle right risen roads rogue roses rough
round rouse route rowed sandy saved scald scalp scare scope scorn scout sears seats seeds seems
seize serve seven shade shake shall shame shape share sharp shave shawl shear sheer sheet shied
shier shies shift shine shins ships shoal shock shoes shone shoot shops short shout shove shown
shows shred shrug sides sight silly since skies skill skimp skirt slack slain slant slash slave
slick slide slime slope small smart smash smear smell smith snack snare sneak sneer snore solid
sores sound south space spank spark speak speck speed spell spend spent spike spill spine spite
split spoil spoke spool sport spout spray spree squad stack staff stain stake stale stalk stall
stand stank stare stark stars start state stays steak steal steed steep steer stems steps stern
stick stiff stile still sting stink stint stock stole stoop stops store stork story stout strap
stray strip stuck study stuff stump stung stunt style swamp swarm swear sweat sweep swell swept
swift swine swirl sword sworn swung taken tales tasks taunt teach tears teeth tempt tenth tents
terse there these thick thief thigh thing think third those three threw throb throw thumb tight
tiles times tired toads toils tongs tooth total touch tough towel trace trade trail traps trash
tread tress trial trick tried tries trite troop trout truce truly trust truth twice twine twist
vague value valve vogue wares waves weary weave wedge weeds wench where which while whine whirl
whisk whole whose wield winch winds wings witch wives woken women woods words works worms worry
worse worth would wound wrath wreck wring write wrong wrote yards years yeast
";

/// The built-in list of words: the one for crosswords, and more, so that most words are linked.
pub fn built_in_ladder_words() -> Arc<WordList> {
    static LIST: OnceLock<Arc<WordList>> = OnceLock::new();
    let read = || {
        let list = built_in_words();
        let mut lines: Vec<String> = MORE_WORDS.split_whitespace().map(str::to_owned).collect();
        for length in list.lengths() {
            lines.extend(list.words_of_length(length).map(|word| word.collect::<String>()));
        }
        let list = WordList::parse(&lines.join("\n"));
        Arc::new(list.expect("words, as a test checks").built_in())
    };
    Arc::clone(LIST.get_or_init(read))
}
