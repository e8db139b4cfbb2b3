// Checks that X wins tic-tac-toe on 4^d, by the rules and a table of X's moves. PROOF.md, beside this file, explains
// why the check is a proof, and has the arguments that are cited here by their numbers.
//
//     c++ -O2 -std=c++17 -o check docs/qubic/check.cpp
//     ./check 4^3 src/hypercube/qubic/moves.txt
//
// The trusted parts of this file are the board, the rules, the walk through O's replies, and the jobs. The other part
// proposes moves of X: it looks them up in the table, and searches for sequences of threats. The walk plays every
// proposal by the rules before it counts, so a mistake there can make the check fail, but can't make it accept a
// false win.
#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

using std::array, std::set, std::string, std::to_string, std::vector;
using Cell = int;  // its coordinates are the digits to base 4, the lowest first
using Cells = vector<Cell>;
enum Player { X, O, NOBODY };
using Position = vector<std::pair<Player, Cell>>;

[[noreturn]] void fail(const string& why) {
    std::cout << "NOT SHOWN: " << why << std::endl;
    std::exit(1);
}

int coordinate(Cell cell, int axis) { return cell >> 2 * axis & 3; }
Cell opening(int d) { return ((1 << 2 * d) - 1) / 3 * 2; }  // (2, ..., 2)

// Writes a position as in the table: a cell is one digit to base 64 for every three of its coordinates.
const string DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+=";
string write(const Position& position, int d) {
    array<string, 2> texts;
    for (const auto& [player, cell] : position)
        for (int axis = 0; axis < d; axis += 3) texts[player] += DIGITS[cell >> 2 * axis & 63];
    return texts[X] + "/" + texts[O];
}

// Returns a number for a stone. The sum over the stones of a position serves as a hash.
uint64_t hash(Player player, Cell cell) {
    uint64_t number = (2 * cell + player + 1) * 0x9e3779b97f4a7c15u;
    number = (number ^ number >> 32) * 0xbf58476d1ce4e5b9u;
    return number ^ number >> 29;
}

// ---- Trusted: the board ---------------------------------------------------------------------------------------------

// Returns symmetries of a board, each as the image of each cell: the permutations of the axes, each with and without 0
// and 3 swapped in all coordinates. The first symmetry changes nothing. For 4^7, there are too many permutations.
vector<Cells> list_symmetries(int d) {
    vector<Cells> symmetries;
    vector<int> axes;
    for (int i = 0; i < d; ++i) axes.push_back(i);
    do
        for (bool swap : {false, true}) {
            symmetries.emplace_back(1 << 2 * d);
            for (Cell cell = 0; cell < 1 << 2 * d; ++cell)
                for (int i = 0; i < d; ++i) {
                    const int x = coordinate(cell, axes[i]);
                    symmetries.back()[cell] |= (swap && x % 3 == 0 ? 3 - x : x) << 2 * i;
                }
        }
    while (d <= 6 && std::next_permutation(axes.begin(), axes.end()));
    return symmetries;
}

struct Board {
    int d;
    int cells;
    vector<array<Cell, 4>> lines;
    vector<vector<int>> through;  // the lines through each cell
    vector<Cells> symmetries;

    explicit Board(int d) : d(d), cells(1 << 2 * d), through(cells), symmetries(list_symmetries(d)) {
        list_lines();
        // Checking more symmetries would take too long. Without them, positions that are images of each other are
        // walked through twice.
        if (d > 5) symmetries.resize(1);
        set<set<Cell>> all;
        for (const auto& [a, b, c, e] : lines) all.insert({a, b, c, e});
        for (const Cells& image : symmetries) {
            if ((int)set<Cell>(image.begin(), image.end()).size() != cells) fail("a symmetry maps two cells to one");
            for (const auto& [a, b, c, e] : lines)
                if (!all.count({image[a], image[b], image[c], image[e]})) fail("a symmetry doesn't map lines to lines");
        }
    }

    // Along each axis, a line stays at 0 to 3, ascends (4), or descends (5). Of its two directions, a line is listed in
    // the one in which the first coordinate that moves ascends.
    void list_lines() {
        long courses = 1;
        for (int axis = 0; axis < d; ++axis) courses *= 6;
        for (long number = 0; number < courses; ++number) {
            array<Cell, 4> line{};
            int first_that_moves = 0;
            for (long axis = 0, rest = number; axis < d; ++axis, rest /= 6) {
                const int course = rest % 6;
                if (first_that_moves == 0 && course >= 4) first_that_moves = course;
                for (int step = 0; step < 4; ++step)
                    line[step] |= (course < 4 ? course : course == 4 ? step : 3 - step) << 2 * axis;
            }
            if (first_that_moves != 4) continue;
            for (Cell cell : line) through[cell].push_back(lines.size());
            lines.push_back(line);
        }
        if ((long)lines.size() != (courses - cells) / 2) fail("the number of lines is wrong");
    }
};

// For each coordinate of a board, the coordinate of the sub-board that runs there, or -1 if it stays 2.
using SubBoard = vector<int>;

// Returns the cell of the board that corresponds to a cell of a sub-board.
Cell outer(const SubBoard& sub_board, Cell inner) {
    Cell cell = 0;
    for (size_t i = 0; i < sub_board.size(); ++i)
        cell |= (sub_board[i] < 0 ? 2 : coordinate(inner, sub_board[i])) << 2 * i;
    return cell;
}

// ---- Trusted: the rules ---------------------------------------------------------------------------------------------

// The cells in which a player can complete a line, counted up to two.
struct Threats {
    int number = 0;  // 0, 1, or 2 for two or more
    Cell cell = -1;  // the first of them
};

struct Game {
    const Board& board;
    vector<Player> at;
    Position stones;
    vector<array<int8_t, 2>> count;        // the stones of both players on each line
    array<array<vector<int>, 4>, 2> open;  // the lines with 2 or 3 stones of X only, or 3 of O only
    array<uint64_t, 2> hashes{};           // of the stones of each player

    explicit Game(const Board& board) : board(board), at(board.cells, NOBODY), count(board.lines.size()) {}

    void place(Player player, Cell cell) {
        if (at[cell] != NOBODY) fail("the cell is taken");
        stones.push_back({player, cell});
        at[cell] = player;
        hashes[player] += hash(player, cell);
        change_lines(player, cell, 1);
    }

    void take_back_to(size_t number) {
        for (; stones.size() > number; stones.pop_back()) {
            const auto [player, cell] = stones.back();
            at[cell] = NOBODY;
            hashes[player] -= hash(player, cell);
            change_lines(player, cell, -1);
        }
    }

    void change_lines(Player player, Cell cell, int by) {
        for (int line : board.through[cell]) {
            list(line, false);
            count[line][player] += by;
            if (count[line][player] == 4) fail("the line is complete already");
            list(line, true);
        }
    }

    // Adds a line to the open lines, or removes it from them, if it belongs there.
    void list(int line, bool is_added) {
        const auto [x, o] = count[line];
        if ((x > 0 && o > 0) || x + o < 2 || o == 2) return;
        auto& lines = o == 0 ? open[X][x] : open[O][o];
        if (is_added) lines.push_back(line);
        else lines.erase(std::find(lines.begin(), lines.end(), line));
    }

    Threats threats(Player player) const {
        Threats threats;
        for (int line : open[player][3])
            for (Cell cell : board.lines[line])
                if (at[cell] == NOBODY && cell != threats.cell) {
                    if (threats.number == 1) return {2, threats.cell};
                    threats = {1, cell};
                }
        return threats;
    }

    // Plays X's moves of a sequence and O's forced replies, and returns true if X wins. Before each move, O threatens
    // no cell except the one where X plays. After the move, X threatens one cell, which O takes, or two, which wins.
    bool follow(const Cells& sequence) {
        for (Cell move : sequence) {
            const Threats by_o = threats(O);
            if (at[move] != NOBODY || by_o.number > 1 || (by_o.number == 1 && by_o.cell != move)) return false;
            place(X, move);
            const Threats by_x = threats(X);
            if (by_x.number != 1) return by_x.number > 1;
            place(O, by_x.cell);
        }
        return false;
    }

    // Returns true if a sequence wins, and lists the cells without which O can't spoil it: those that it fills or
    // threatens, and all cells on lines that have two of O's stones when the sequence ends.
    bool wins(const Cells& sequence, set<Cell>* touched = nullptr) {
        const size_t before = stones.size();
        const bool wins = follow(sequence);
        if (touched) {
            set<int> lines(open[X][3].begin(), open[X][3].end());
            for (const auto& [player, cell] : stones)
                for (int line : board.through[cell])
                    if (count[line][O] >= 2) lines.insert(line);
            for (int line : lines) touched->insert(board.lines[line].begin(), board.lines[line].end());
            for (size_t i = before; i < stones.size(); ++i) touched->insert(stones[i].second);
        }
        take_back_to(before);
        return wins;
    }

    // Returns the image with the smallest hash, its stones in ascending order. This image is the same for all images of
    // a position, unless two hashes are equal by accident: positions that are images of each other are then walked
    // through twice.
    Position representative() const {
        uint64_t least = UINT64_MAX;
        const Cells* leading = nullptr;
        for (const Cells& symmetry : board.symmetries) {
            uint64_t sum = 0;
            for (const auto& [player, cell] : stones) sum += hash(player, symmetry[cell]);
            if (!leading || sum < least) least = sum, leading = &symmetry;
        }
        Position image;
        for (const auto& [player, cell] : stones) image.push_back({player, (*leading)[cell]});
        std::sort(image.begin(), image.end());
        return image;
    }
};

// ---- Trusted: the walk ----------------------------------------------------------------------------------------------

struct Table;

// Proposes moves for X, who is to move.
struct Proposals {
    const Table& table;
    SubBoard s = {};                   // where X plays
    Cells sequence(Game& game) const;  // leaves the game as it was
    Cells moves(const Game& game) const;
};

// Walks through the games on a board. If O may leave the board, X needs a spare sequence whenever O is free, and
// replies that don't touch it are left out, because they lose as a pass does.
struct Walk {
    const Board board;
    const bool may_leave;
    Proposals proposals;
    Game game;
    set<Position> won = {};         // positions with X to move that X wins by a move, not by a sequence
    set<Position> exceptions = {};  // positions in which O is free and no sequence for a pass was found
    long replies = 0;               // the replies of O that lose
    // These only save time:
    std::unordered_set<uint64_t> failed = {};                // positions in which no proposal wins, by their hashes
    std::unordered_map<uint64_t, vector<Cells>> known = {};  // sequences that won, by the hash of X's stones
    string dead_end = {};                                    // the last position in which no move was proposed

    Walk(int d, bool may_leave, const Table& table) : board(d), may_leave(may_leave), proposals{table}, game(board) {}

    // Checks that X, to move, wins a position.
    void check(const Position& position) {
        game.take_back_to(0);
        for (const auto& [player, cell] : position) game.place(player, cell);
        failed.clear();  // the proposals may have changed
        const string name = write(position, board.d) + " on 4^" + to_string(board.d);
        if (!x_wins()) fail("X's win from " + name + ". Neither a sequence nor a move was found for " + dead_end);
    }

    // Returns true if X, to move, wins.
    bool x_wins() {
        if (known_sequence()) return true;
        const Position position = game.representative();
        if (won.count(position)) return true;
        const uint64_t key = game.hashes[X] + game.hashes[O];
        if (failed.count(key)) return false;
        if (new_sequence()) return true;
        const Cells moves = proposals.moves(game);
        if (moves.empty()) dead_end = write(game.stones, board.d);
        const size_t before = game.stones.size();
        for (Cell move : moves) {
            if (game.at[move] != NOBODY) continue;
            game.place(X, move);
            const bool wins = x_wins_after_move();
            game.take_back_to(before);
            if (wins) {
                won.insert(position);
                return true;
            }
        }
        failed.insert(key);
        return false;
    }

    // Returns true if X wins, and O is to move.
    bool x_wins_after_move() {
        if (game.threats(O).number > 0) return false;
        const Threats by_x = game.threats(X);
        if (by_x.number > 1) return true;
        if (by_x.number == 0) return x_wins_after_all_replies();
        game.place(O, by_x.cell);
        return x_wins();
    }

    // Returns true if X wins, and O is free.
    bool x_wins_after_all_replies() {
        const size_t before = game.stones.size();
        if (before == game.at.size()) return false;  // a draw
        const Cells* if_o_passes = known_sequence();
        if (!if_o_passes) if_o_passes = new_sequence();
        if (may_leave && !if_o_passes) return false;
        set<Cell> touched;
        if (may_leave) game.wins(*if_o_passes, &touched);
        if (!if_o_passes) exceptions.insert(game.representative());
        for (Cell reply = 0; reply < board.cells; ++reply) {
            if (game.at[reply] != NOBODY || (may_leave && !touched.count(reply))) continue;
            game.place(O, reply);
            const bool wins = x_wins();
            game.take_back_to(before);
            if (!wins) return false;
            ++replies;
        }
        return true;
    }

    // Returns a winning sequence from those that won before, or null.
    const Cells* known_sequence() {
        vector<Cells>& sequences = known[game.hashes[X]];
        for (size_t i = 0; i < sequences.size(); ++i)
            if (game.wins(sequences[i])) {
                std::rotate(sequences.begin(), sequences.begin() + i, sequences.begin() + i + 1);
                return &sequences[0];
            }
        return nullptr;
    }

    // Searches for a winning sequence, and returns it, or null.
    const Cells* new_sequence() {
        const auto stones = game.stones;
        const Cells sequence = proposals.sequence(game);
        if (game.stones != stones) fail("the search has changed the position");
        if (!game.wins(sequence)) return nullptr;
        vector<Cells>& sequences = known[game.hashes[X]];
        sequences.insert(sequences.begin(), sequence);
        return &sequences[0];
    }
};

// ---- Not trusted: proposals -----------------------------------------------------------------------------------------

// Returns a sub-board that holds X's opening and some stones. Coordinates that are the same in all of the stones run
// together. While the sub-board has too few dimensions, a coordinate that is 2, or that runs with an earlier one, runs
// by itself.
SubBoard holding(int board_d, const Position& stones, int least_d) {
    SubBoard sub_board;
    std::map<Cells, int> axes = {{Cells(stones.size(), 2), -1}};  // by the coordinate of each stone
    int d = 0;
    for (int i = 0; i < board_d; ++i) {
        Cells column;
        for (const auto& [player, cell] : stones) column.push_back(coordinate(cell, i));
        const auto [axis, is_new] = axes.insert({column, d});
        sub_board.push_back(axis->second);
        d += is_new;
    }
    set<int> taken = {-1};
    for (int& axis : sub_board)
        if (!taken.insert(axis).second && d < least_d) axis = d++;
    return sub_board;
}

// Returns the cell of a sub-board that corresponds to a cell of the board, or -1 if the cell is outside.
Cell inner(const SubBoard& sub_board, Cell cell) {
    Cell inner = 0;
    for (size_t i = 0; i < sub_board.size(); ++i)
        if (const int axis = sub_board[i]; axis >= 0)
            inner = (inner & ~(3 << 2 * axis)) | coordinate(cell, i) << 2 * axis;
    return outer(sub_board, inner) == cell ? inner : -1;
}

// The table of X's moves. A position in it stands for its images by all symmetries of its board.
struct Table {
    std::map<int, std::unordered_multimap<uint64_t, Cell>> moves;  // by the dimensions, and by the hash of the position

    // Reads the positions of boards of up to `most_d` dimensions.
    Table(const string& file, int most_d) {
        std::ifstream in(file);
        int d = 0;
        vector<Cells> symmetries;
        for (string word, answer; in >> word;) {
            const size_t slash = word.find('/');
            if (word == "4^3" || word == "4^4" || word == "4^5" || word == "4^6") {
                d = word[2] - '0';
                symmetries = list_symmetries(d);
            } else if (d > 0 && slash != string::npos && in >> answer) {
                Position position;
                for (Cell cell : read(word.substr(0, slash), d)) position.push_back({X, cell});
                for (Cell cell : read(word.substr(slash + 1), d)) position.push_back({O, cell});
                if (d <= most_d) add(d, symmetries, position, read(answer, d).at(0));
            } else {
                fail("this is not part of a table: " + word);
            }
        }
        if (moves.empty()) fail("the table is empty");
    }

    static Cells read(const string& text, int d) {
        const size_t width = (d + 2) / 3;
        Cells cells((text.size() + width - 1) / width);
        for (size_t i = 0; i < text.size(); ++i) cells[i / width] |= DIGITS.find(text[i]) << 6 * (i % width);
        for (Cell cell : cells)
            if (cell < 0 || cell >= 1 << 2 * d) fail("these are not cells of 4^" + to_string(d) + ": " + text);
        return cells;
    }

    // Adds the images of a move. In each of them, a stone of X is in (2, ..., 2), where X opens. To map a stone there,
    // 0 and 1 are swapped, as are 2 and 3, if the stone's coordinates are 0 and 3; then each coordinate that isn't 2 is
    // mirrored.
    void add(int d, const vector<Cells>& symmetries, const Position& position, Cell move) {
        for (const auto& [player, first] : position) {
            const auto carry = [d, first = first](Cell cell) {
                const int renaming = coordinate(first, 0) % 3 == 0;
                Cell image = 0;
                for (int i = 0; i < d; ++i) {
                    const int x = coordinate(cell, i) ^ renaming;
                    image |= ((coordinate(first, i) ^ renaming) == 2 ? x : 3 - x) << 2 * i;
                }
                return image;
            };
            if (player != X || carry(first) != opening(d)) continue;
            Position carried;
            for (const auto& [player, cell] : position) carried.push_back({player, carry(cell)});
            for (const Cells& image : symmetries) {
                uint64_t sum = 0;
                for (const auto& [player, cell] : carried) sum += hash(player, image[cell]);
                moves[d].insert({sum, image[carry(move)]});
            }
        }
    }

    // Returns X's moves for the stones inside a sub-board, as cells of the whole board.
    set<Cell> find(const SubBoard& sub_board, const Position& stones) const {
        const auto board = moves.find(*std::max_element(sub_board.begin(), sub_board.end()) + 1);
        if (board == moves.end()) return {};
        uint64_t sum = 0;
        for (const auto& [player, cell] : stones)
            if (const Cell inside = inner(sub_board, cell); inside >= 0) sum += hash(player, inside);
        set<Cell> found;
        const auto [first, last] = board->second.equal_range(sum);
        for (auto move = first; move != last; ++move) found.insert(outer(sub_board, move->second));
        return found;
    }
};

// Searches for a sequence of one move, then of up to two moves, up to four, and so on.
struct Search {
    Game& game;
    std::unordered_map<uint64_t, int> failed = {};  // positions without a sequence of that many moves
    int positions_left = 400'000;
    bool is_cut = false;  // whether a sequence may continue where no moves were left
    Cells moves = {};

    Cells find() {
        for (int number = 1;; number *= 2) {
            is_cut = false;
            if (visit(number)) return moves;
            if (!is_cut) return {};
        }
    }

    bool visit(int moves_left) {
        if (positions_left-- <= 0) return false;
        int& failed_moves = failed[game.hashes[X] + game.hashes[O]];
        if (failed_moves >= moves_left) return false;
        const auto gains = this->gains();
        for (size_t i = 1; i < gains.size(); ++i)
            if (gains[i - 1].first == gains[i].first) {
                moves.push_back(gains[i].first);
                return true;
            }
        if (moves_left == 1) {
            is_cut |= !gains.empty();
            return false;
        }
        const size_t before = game.stones.size();
        for (const auto& [gain, cost] : gains) {
            game.place(X, gain);
            game.place(O, cost);
            moves.push_back(gain);
            const bool wins = visit(moves_left - 1);
            game.take_back_to(before);
            if (wins) return true;
            moves.pop_back();
        }
        failed_moves = moves_left;
        return false;
    }

    // Returns X's moves that threaten to complete a line, each with O's reply, in ascending order.
    vector<std::pair<Cell, Cell>> gains() const {
        vector<std::pair<Cell, Cell>> gains;
        const Threats by_o = game.threats(O);
        if (by_o.number > 1) return gains;
        for (int line : game.open[X][2])
            for (Cell gain : game.board.lines[line])
                for (Cell cost : game.board.lines[line])
                    if (gain != cost && game.at[gain] == NOBODY && game.at[cost] == NOBODY
                        && (by_o.number == 0 || by_o.cell == gain))
                        gains.push_back({gain, cost});
        std::sort(gains.begin(), gains.end());
        return gains;
    }
};

Cells Proposals::sequence(Game& game) const { return Search{game}.find(); }

// X takes the cell that O threatens. Otherwise, X plays in S while that wins, and then on the smallest sub-board of
// four or more dimensions that holds all stones.
Cells Proposals::moves(const Game& game) const {
    const Threats by_o = game.threats(O);
    if (by_o.number > 0) return {by_o.cell};
    Cells moves;
    for (const SubBoard& sub_board : {s, holding(game.board.d, game.stones, 4)})
        for (Cell move : table.find(sub_board, game.stones)) moves.push_back(move);
    return moves;
}

// ---- Trusted: the jobs ----------------------------------------------------------------------------------------------

// X opens, and O replies.
void check_from_the_opening(Walk& walk) {
    const int d = walk.board.d;
    for (Cell reply = 0; reply < walk.board.cells; ++reply) {
        if (reply == opening(d)) continue;
        walk.proposals.s = holding(d, {{O, reply}}, 3);
        walk.check({{X, opening(d)}, {O, reply}});
    }
}

// The exceptions, with O's first stone outside S in each cell e of argument 4 (b), on the boards H on which `splits`
// groups of coordinates are split. Without a split, as in (a), no line goes through e and S, and e is left out.
void check_first_stone_outside(Walk& walk, int splits, const set<Position>& exceptions) {
    int number = 0;
    for (int split = 0; split < 16; ++split) {
        SubBoard s;
        for (int i = 0; i < 4; ++i) s.insert(s.end(), (i < 3) + (split >> i & 1), i < 3 ? i : -1);
        if ((int)s.size() != 3 + splits) continue;
        walk.proposals.s = s;
        for (Cell e = 0; e < (splits ? walk.board.cells : 1); ++e) {
            bool counts = true;
            for (int i = 0; i < 3 + splits; ++i)
                counts &= s[i] < 0 ? coordinate(e, i) != 2
                    : i == 0 || s[i - 1] != s[i] || coordinate(e, i - 1) < coordinate(e, i);
            if (!counts) continue;
            ++number;
            for (const Position& exception : exceptions) {
                Position position;
                for (const auto& [player, cell] : exception) position.push_back({player, outer(s, cell)});
                if (splits) position.push_back({O, e});
                walk.check(position);
            }
        }
    }
    if (number != array{1, 480, 1296, 1512, 648}[splits]) fail("the number of first stones is wrong");
}

int main(int count, char** arguments) {
    const string job = count == 3 ? arguments[1] : "";
    if (job != "4^3" && job != "4^4" && job != "4^5" && job != "4^d") {
        std::cerr << "usage: check 4^3|4^4|4^5|4^d src/hypercube/qubic/moves.txt" << std::endl;
        return 2;
    }
    const int d = job == "4^d" ? 3 : job[2] - '0';
    const Table table(arguments[2], job == "4^d" ? 7 : d);
    long positions = 0, replies = 0;
    const auto add = [&](const Walk& walk) {
        std::cout << "4^" << walk.board.d << (walk.may_leave ? ", O's first stone outside: " : ": ") << walk.won.size()
                  << " positions, " << walk.replies << " replies, " << walk.exceptions.size() << " exceptions"
                  << std::endl;
        positions += walk.won.size();
        replies += walk.replies;
    };
    Walk walk(d, false, table);
    check_from_the_opening(walk);
    add(walk);
    for (int splits = 0; splits <= 4 && job == "4^d"; ++splits) {
        Walk outside(3 + splits, true, table);
        check_first_stone_outside(outside, splits, walk.exceptions);
        add(outside);
    }
    std::cout << "SHOWN: X wins " << job << (job == "4^d" ? " for every d >= 3, by the arguments of PROOF.md," : ",")
              << " whatever O does: " << positions << " positions, " << replies << " replies." << std::endl;
}
