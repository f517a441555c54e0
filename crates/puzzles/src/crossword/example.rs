//! Built-in grids and words.

use std::sync::{Arc, OnceLock};

use super::WordList;

/// A small list of common English words of three to five letters, used without `--words`. The
/// scores prefer concrete nouns.
const WORDS: &str = "\
ace;50 act;50 add;40 age;50 ago;40 aid;50 aim;50 air;60 ale;50 all;40 and;40 ant;60 any;40 ape;60
apt;40 arc;50 are;40 ark;50 arm;60 art;60 ash;60 ask;40 ate;40 awe;50 axe;60 bad;40 bag;60 ban;50
bar;60 bat;60 bed;60 bee;60 beg;40 bet;50 big;40 bin;60 bit;50 boa;60 bog;60 bow;60 box;60 boy;60
bud;60 bug;60 bus;60 but;40 buy;40 can;60 cap;60 car;60 cat;60 cod;60 cog;60 cot;60 cow;60 cry;40
cub;60 cup;60 cut;40 dam;60 day;60 den;60 dew;60 did;40 die;60 dig;40 dim;40 dip;50 doe;60 dog;60
dot;60 dry;40 due;40 dye;50 ear;60 eat;40 ebb;50 eel;60 egg;60 ego;50 elf;60 elk;60 elm;60 end;50
era;50 eve;50 ewe;60 eye;60 fan;60 far;40 fat;50 fee;50 few;40 fig;60 fin;60 fir;60 fit;40 fix;40
fly;60 fog;60 for;40 fox;60 fun;50 fur;60 gap;50 gas;60 gem;60 get;40 goa;30 got;40 gum;60 gun;60
had;40 ham;60 has;40 hat;60 hay;60 hen;60 her;40 hid;40 hip;60 his;40 hit;40 hoe;60 hog;60 hop;50
hot;40 how;40 hub;50 hue;50 hut;60 ice;60 icy;40 ill;40 ink;60 inn;60 ire;40 its;40 ivy;60 jam;60
jar;60 jaw;60 jet;60 jug;60 keg;60 key;60 kid;60 kin;50 kit;50 lad;60 lap;60 law;50 lay;40 led;40
leg;60 let;40 lid;60 lie;50 lip;60 lit;40 log;60 lot;50 low;40 mad;40 man;60 map;60 mat;60 may;40
men;60 met;40 mix;40 mop;60 mud;60 mug;60 nap;50 net;60 new;40 nil;40 nip;40 nod;40 nor;40 not;40
now;40 nut;60 oak;60 oar;60 oat;60 odd;40 ode;50 off;40 oil;60 old;40 one;40 ore;60 our;40 out;40
owe;40 owl;60 own;40 pad;60 pan;60 paw;60 pay;50 pea;60 peg;60 pen;60 pet;60 pie;60 pig;60 pin;60
pit;60 pod;60 pot;60 put;40 rag;60 ran;40 rat;60 raw;40 ray;50 red;50 rib;60 rid;40 rig;50 rim;50
rip;40 rob;40 rod;60 roe;60 rot;40 row;50 rub;40 rug;60 rum;60 run;40 rye;60 sad;40 sag;40 sap;60
sat;40 saw;60 say;40 sea;60 see;40 set;50 sew;40 she;40 shy;40 sin;50 sip;40 sir;50 sit;40 six;50
ski;60 sky;60 sly;40 sob;40 son;60 sow;60 spa;60 spy;60 sty;60 sum;50 sun;60 tag;50 tan;50 tap;60
tar;60 tax;50 tea;60 ten;50 the;40 tie;60 tin;60 tip;50 toe;60 ton;50 too;40 top;50 toy;60 try;40
tub;60 two;50 urn;60 use;40 van;60 vat;60 vet;60 via;40 vow;50 war;50 was;40 wax;60 way;50 web;60
wed;40 wet;40 who;40 why;40 wig;60 win;40 wit;50 woe;40 won;40 yak;60 yam;60 yes;40 yet;40 yew;60
you;40 zoo;60
able;40 acre;50 also;40 arch;60 area;50 aria;50 army;60 atom;60 aunt;60 away;40 axle;60 baby;60
back;50 bait;60 bake;40 ball;60 band;60 bare;40 bark;60 barn;60 base;50 bath;60 bead;60 beak;60
beam;60 bean;60 bear;60 beat;40 beer;60 bell;60 belt;60 bend;40 best;40 bill;50 bird;60 bite;40
blue;50 boar;60 boat;60 body;60 bold;40 bolt;60 bone;60 book;60 boot;60 born;40 bowl;60 bulb;60
cage;60 cake;60 calf;60 call;40 calm;40 camp;60 cane;60 cape;60 card;60 care;50 cart;60 case;50
cave;60 cell;60 chin;60 city;60 clay;60 coal;60 coat;60 code;50 coin;60 cold;40 comb;60 cone;60
cook;60 cool;40 cope;40 copy;40 cord;60 core;50 cork;60 corn;60 cosy;40 cove;60 crab;60 crew;60
crop;60 crow;60 cube;60 cure;50 dare;40 dark;40 data;50 date;60 dawn;60 dear;40 deer;60 desk;60
dice;60 dish;60 dock;60 dome;60 door;60 dose;50 dove;60 draw;40 drum;60 duck;60 dune;60 dust;60
each;40 earn;40 ease;50 east;50 easy;40 echo;50 edge;50 else;40 emit;40 even;40 ever;40 face;60
fact;50 fair;50 fall;50 fame;50 farm;60 fate;50 fern;60 film;60 fire;60 fish;60 flag;60 flea;60
foal;60 fold;40 food;60 foot;60 fork;60 fort;60 frog;60 game;60 gate;60 gear;60 germ;60 gift;60
girl;60 goal;60 goat;60 gold;60 golf;60 gone;40 good;40 gown;60 grey;50 hail;60 hair;60 half;50
hall;60 hand;60 hare;60 harp;60 heal;40 heap;50 hear;40 heat;50 heel;60 herb;60 herd;60 here;40
hero;60 hill;60 home;60 hood;60 hoof;60 hook;60 horn;60 hose;60 idea;50 idle;40 inch;50 into;40
iris;60 iron;60 isle;60 item;50 jade;60 keen;40 king;60 kiss;50 kite;60 knee;60 knot;60 lace;60
lake;60 lamb;60 lamp;60 land;60 lane;60 lark;60 lava;60 lawn;60 leaf;60 lean;40 leap;40 lens;60
less;40 lime;60 line;50 lion;60 list;50 loaf;60 loan;50 lord;60 lose;40 love;50 lute;60 main;40
mane;60 mare;60 mask;60 mast;60 meal;60 mean;40 meat;60 mice;60 milk;60 mine;60 mint;60 mole;60
moon;60 more;40 moss;60 moth;60 mule;60 name;50 near;40 neat;40 neck;60 nest;60 nine;50 none;40
noon;50 nose;60 note;50 oath;50 oats;60 oboe;60 obey;40 once;40 open;40 oral;40 oven;60 over;40
pace;50 page;60 pail;60 pane;60 park;60 past;40 path;60 pear;60 peel;50 pier;60 pine;60 pipe;60
plan;50 play;50 plum;60 poem;60 pole;60 pond;60 pony;60 pool;60 port;60 race;50 rail;60 rain;60
rare;40 read;40 real;40 reed;60 rest;50 rice;60 ring;60 road;60 roar;40 robe;60 role;50 roof;60
room;60 root;60 rope;60 rose;60 ruin;60 rule;50 sail;60 salt;60 same;40 sand;60 seal;60 seat;60
seed;60 self;40 shoe;60 silk;60 site;50 snow;60 soap;60 sofa;60 soil;60 sole;60 solo;50 some;40
song;60 soon;40 soot;60 star;60 stem;60 step;50 swan;60 tail;60 tale;50 team;60 tear;60
tent;60 term;50 tide;60 tile;60 time;50 tone;50 tool;60 tree;60 tuna;60 twin;60 vase;60 veil;60
vine;60 wall;60 wave;60 west;50 wind;60 wine;60 wing;60 wolf;60 wool;60 yard;60 year;50 zone;50
about above actor adept adore after agent agree alarm album alert alien alone amber angel anger
ankle apple apron arena arise armor arrow aside asset atlas attic award bacon badge baker basin
beach beard beast bench berry birch black blade blaze bloom board bonus booth brain brake brave
bread brick bride brook broom brush cabin cable camel candy canoe cargo cedar chain chair chalk
chart cheek chess chest chief child choir cider cigar civic clean clerk cliff clock cloud clown
coach coast cobra coral couch court cover crane crown daily dairy daisy dance depot diary diner
ditch donor dozen draft drama dream dress drift drill eager eagle early earth eaten elbow elder
enter erase error essay event exact extra fable faith feast fence ferry fever field flame flask
fleet flock floor flour flute forge fruit genre ghost giant glass globe glove goose grade grain
grape grass green guest habit heart hedge hello hippo hobby honey horse hotel house human ideal
igloo image inlet inner irony issue ivory jelly jewel joint juice kayak knife label ladle large
laser later latte layer learn least ledge lemon level lever light lilac linen liner liver local
lodge lunar magic maple march medal melon mercy merit metal meter minor model money month moose
motor mouse mouth music nerve nicer niece night noble noise north novel nurse oasis ocean olive
onion opera orbit order organ otter outer ovals panda panel paper party pasta pearl pedal penny
phone photo piano pilot pitch place plain plane plant plate poppy pound press price print prize
proud queen quiet radar radio ranch raven reach ready relay rider river roast robin robot royal
ruler salad sauce scale scarf scene score shark sheep shelf shell shirt shore siren skate slate
sleep slice smile smoke snail snake solar sonar spade spare spear spice spoon stage stair stamp
steam steel stone storm stove straw sugar sweet swing table taste tenor tense theme tiger title
toast torch tower track train treat trees trend tribe truck trunk tulip tunic uncle under union
upper urban usher vault venue verse video villa viola visit vocal voice wafer wagon waist waste
watch water whale wheat wheel white woman world worst wrist yacht yield young zebra
";

/// The built-in list of words.
pub fn built_in_words() -> Arc<WordList> {
    static LIST: OnceLock<Arc<WordList>> = OnceLock::new();
    let read = || {
        let lines = WORDS.split_whitespace().collect::<Vec<_>>().join("\n");
        Arc::new(WordList::parse(&lines).expect("words, as a test checks").built_in())
    };
    Arc::clone(LIST.get_or_init(read))
}
