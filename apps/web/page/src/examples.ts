/** Small maps, graphs and trees that lessons show. */

export const MUD = "............./.S....9....../......9....G./......9....../.....99....../............./.............";
export const OPEN =
  "................./................./......#####....../..........#....../..S.......#...G../..........#....../......#####....../................./.................";
export const MAZE =
  "###############/#S#...#.......#/#.#.#.#.#####.#/#...#...#...#.#/#.#######.#.#.#/#.#...#...#.#.#/#.###.#####.#.#/#.........#..G#/###############";
export const TREE = "((5 16 7) (4 18 2) (9 11 3)) ((2 14 6) (17 5 8) (13 9 4)) ((6 1 12) (8 10 22) (15 7 19))";
export const WORST = "((7 8 9) (4 5 6) (1 2 3)) ((16 17 18) (13 14 15) (10 11 12)) ((25 26 27) (22 23 24) (19 20 21))";
export const BEST = "((9 1 2) (10 3 4) (11 5 6)) ((8 4 5) (14 7 15) (16 17 18)) ((7 3 6) (21 6 22) (23 24 25))";
export const ROADS =
  "%node a 50 60;%node b 25 44;%node c 75 44;%node d 10 26;%node e 38 26;%node f 62 26;%node g 90 26;%node h 4 8;%node i 24 8;%node j 46 8;%node k 72 8;%node l 94 8;a b 1;a c 1;b d 1;b e 1;c f 1;c g 1;d h 1;d i 1;e i 1;e j 1;f j 1;f k 1;g k 1;g l 1";
/** Two sides choose one of two, the second without seeing what the first has chosen. */
export const COINS = "(1 -1) (-1 1)";
