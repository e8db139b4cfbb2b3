// Checks that X wins tic-tac-toe on 4^d, for every d >= 3, from the rules and a certificate alone. PROOF.md, beside this,
// has the arguments that are meant by their numbers, and the form of a certificate. Nothing is searched for here: the
// certificate gives hints, and a hint counts only if it wins by the rules.
//
//     g++ -O2 -std=c++17 -o check check.cpp && ./check 4^3 certificate.txt
#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using std::string, std::vector, std::to_string;
using Cell = int;  // its coordinates are the digits to base 4, the first one lowest
using Cells = vector<Cell>;
enum Player { X, O, NOBODY };

[[noreturn]] void fail(const string& why) { std::cout << "NOT SHOWN: " << why << std::endl; std::exit(1); }
void expect(const string& what, long found, long expected) {
    if (found != expected) fail(what + ": " + to_string(found) + " instead of " + to_string(expected));
}
int coordinate(Cell cell, int axis) { return cell >> 2 * axis & 3; }
Cell middle(int d) { return ((1 << 2 * d) - 1) / 3 * 2; }  // (2, ..., 2), where X opens

// ---- The rules ------------------------------------------------------------------------------------------------------

struct Board {
    int d, cells;
    vector<std::array<Cell, 4>> lines;
    vector<vector<int>> through;  // the lines through each cell

    explicit Board(int d) : d(d), cells(1 << 2 * d), through(cells) {
        long courses = 1;
        for (int axis = 0; axis < d; ++axis) courses *= 6;
        for (long number = 0; number < courses; ++number) {
            // Along each axis a line stays at 0 to 3, ascends (4) or descends (5). It has two directions: we take the one in
            // which the first coordinate that moves ascends.
            std::array<Cell, 4> line{};
            int first_that_moves = 0;
            long rest = number;
            for (int axis = 0; axis < d; ++axis, rest /= 6) {
                const int course = rest % 6;
                if (first_that_moves == 0 && course >= 4) first_that_moves = course;
                for (int step = 0; step < 4; ++step)
                    line[step] |= (course < 4 ? course : course == 4 ? step : 3 - step) << 2 * axis;
            }
            if (first_that_moves != 4) continue;
            for (Cell cell : line) through[cell].push_back(lines.size());
            lines.push_back(line);
        }
        expect("lines of 4^" + to_string(d), lines.size(), (courses - cells) / 2);
    }
};

struct Threats { int count; Cell cell; };  // in how many cells a line can be completed (2: two or more), and one of them

struct Game {
    const Board& board;
    vector<Player> at;
    Cells stones[2];
    vector<std::pair<Cell, Player>> moves;
    vector<std::array<int, 2>> count;  // the stones of both on each line
    std::set<int> three[2];            // the lines with three stones of one player and none of the other

    explicit Game(const Board& board) : board(board), at(board.cells, NOBODY), count(board.lines.size()) {}

    bool is_three(int line, int player) const { return count[line][player] == 3 && count[line][!player] == 0; }

    void place(Cell cell, Player player) {
        if (at[cell] != NOBODY) fail("a stone on a stone");
        at[cell] = player;
        moves.push_back({cell, player});
        stones[player].push_back(cell);
        for (int line : board.through[cell]) {
            ++count[line][player];
            three[!player].erase(line);
            if (is_three(line, player)) three[player].insert(line);
        }
    }
    void undo() {
        const auto [cell, player] = moves.back();
        moves.pop_back();
        stones[player].pop_back();
        at[cell] = NOBODY;
        for (int line : board.through[cell]) {
            --count[line][player];
            three[player].erase(line);
            for (int own : {X, O}) if (is_three(line, own)) three[own].insert(line);
        }
    }
    Cells all_stones() const {
        Cells all = stones[X];
        all.insert(all.end(), stones[O].begin(), stones[O].end());
        return all;
    }
    Threats threats(Player player) const {
        Threats found{0, -1};
        for (int line : three[player])
            for (Cell cell : board.lines[line])
                if (at[cell] == NOBODY && cell != found.cell) found = {found.count ? 2 : 1, cell};
        return found;
    }
};

// Follows a sequence of X's moves, each of which leaves O one reply. It wins if at last X threatens two cells, and O none: X
// completes a line. `touched`, if given, gets the cells without which O can't spoil it: those that it fills and threatens,
// and all on lines with two stones of O's.
bool follow(Game& game, const Cells& sequence, std::set<Cell>* touched = nullptr) {
    const size_t before = game.moves.size();
    bool wins = false;
    for (Cell gain : sequence) {
        const Threats by_o = game.threats(O);
        if (game.at[gain] != NOBODY || by_o.count > 1 || (by_o.count == 1 && by_o.cell != gain)) break;
        game.place(gain, X);
        const Threats by_x = game.threats(X);
        wins = by_x.count == 2 && game.threats(O).count == 0;
        if (by_x.count != 1) break;
        game.place(by_x.cell, O);
    }
    auto touch = [&](int line) { touched->insert(game.board.lines[line].begin(), game.board.lines[line].end()); };
    if (wins && touched) {
        for (size_t i = before; i < game.moves.size(); ++i) touched->insert(game.moves[i].first);
        for (int line : game.three[X]) touch(line);
        for (Cell stone : game.stones[O])
            for (int line : game.board.through[stone]) if (game.count[line][O] >= 2) touch(line);
    }
    while (game.moves.size() > before) game.undo();
    return wins;
}

// ---- Sub-boards and symmetry ----------------------------------------------------------------------------------------

// A sub-board: each coordinate of the board is one of its axes, or stays 2 (axis -1).
struct SubBoard {
    vector<int> axes;
    int d;
    Cells outer, inner;  // the board's cell for each of its own, and the reverse (-1: outside)

    // Takes axes, and lets coordinates that stay 2, or run with one before, run by themselves until there are enough axes.
    SubBoard(const Board& board, vector<int> given, int least) : axes(given), inner(board.cells, -1) {
        d = *std::max_element(axes.begin(), axes.end()) + 1;
        for (int i = 0; d < least && i < board.d; ++i)
            if (axes[i] < 0 || std::count(axes.begin(), axes.begin() + i, axes[i])) axes[i] = d++;
        for (Cell own = 0; own < 1 << 2 * d; ++own) {
            Cell cell = 0;
            for (int i = 0; i < board.d; ++i) cell |= (axes[i] < 0 ? 2 : coordinate(own, axes[i])) << 2 * i;
            outer.push_back(cell);
            inner[cell] = own;
        }
    }
    // One that holds some stones: coordinates that are the same in all of them run together.
    static SubBoard holding(const Board& board, const Cells& stones, int least) {
        vector<vector<int>> columns{vector<int>(stones.size(), 2)};
        vector<int> axes;
        for (int i = 0; i < board.d; ++i) {
            vector<int> column;
            for (Cell stone : stones) column.push_back(coordinate(stone, i));
            const size_t known = std::find(columns.begin(), columns.end(), column) - columns.begin();
            if (known == columns.size()) columns.push_back(column);
            axes.push_back(known - 1);
        }
        return SubBoard(board, axes, least);
    }
};

// A symmetry of 4^d that carries `opening` to (2, ..., 2), if there is one. Where all of the opening's coordinates are 0 or 3,
// 0 and 1 change places in all coordinates, and so do 2 and 3; each that isn't 2 yet is mirrored; then the axes change places,
// and with `swap` 0 and 3 do in all coordinates. (Coordinates of a line that read 0123 or 3210 then read 1032 or 2301 or, with
// `swap`, 3120 or 0213: its cells are a line in another order.)
struct Symmetry {
    Cell opening;
    vector<int> axes;
    bool swap;

    int seen(Cell cell, int axis) const {  // before the axes change places
        const int outer = coordinate(opening, 0) % 3 == 0, at = coordinate(opening, axis) ^ outer;
        return at % 3 == 0 ? -1 : (coordinate(cell, axis) ^ outer) ^ (at == 2 ? 0 : 3);
    }
    bool exists() const { return std::all_of(axes.begin(), axes.end(), [&](int axis) { return seen(0, axis) >= 0; }); }
    Cell of(Cell cell) const {
        Cell image = 0;
        for (size_t i = 0; i < axes.size(); ++i) {
            const int x = seen(cell, axes[i]);
            image |= (swap && x % 3 == 0 ? 3 - x : x) << 2 * i;
        }
        return image;
    }
};

// The symmetries that keep (2, ..., 2) carry lines to lines: `swap` does, and so does each exchange of two axes.
void check_symmetries(const Board& board) {
    std::set<std::set<Cell>> lines;
    for (const auto& line : board.lines) lines.insert({line.begin(), line.end()});
    for (int i = 0; i < board.d; ++i) {
        Symmetry symmetry{middle(board.d), vector<int>(board.d), i == 0};
        std::iota(symmetry.axes.begin(), symmetry.axes.end(), 0);
        if (i > 0) std::swap(symmetry.axes[i - 1], symmetry.axes[i]);
        expect("image of the opening", symmetry.of(middle(board.d)), middle(board.d));
        for (const auto& line : board.lines) {
            std::set<Cell> image;
            for (Cell cell : line) image.insert(symmetry.of(cell));
            expect("image of a line", lines.count(image), 1);
        }
    }
}

using Key = vector<short>;  // a whole position: X's stones, -1, O's stones

// The least image of a position, of those with a stone of X in the middle, and the symmetries that lead to it; or, of those
// with X's opening there, one that does for recognizing it: on 4^6 and 4^7 few symmetries are tried.
struct Image {
    Key key;
    vector<Symmetry> symmetries;

    Image(int d, const Cells& x, const Cells& o, bool keeps_opening) {
        Key image;
        for (Cell stone : x) {
            Symmetry next{stone, vector<int>(d), false};
            std::iota(next.axes.begin(), next.axes.end(), 0);
            if (keeps_opening ? stone != middle(d) : !next.exists()) continue;
            do
                for (bool swap : {false, true}) {
                    next.swap = swap;
                    image.clear();
                    for (Cell cell : x) image.push_back(next.of(cell));
                    std::sort(image.begin(), image.end());
                    if (!key.empty() && std::lexicographical_compare(key.begin(), key.begin() + x.size(), image.begin(), image.end()))
                        continue;
                    image.push_back(-1);
                    for (Cell cell : o) image.push_back(next.of(cell));
                    std::sort(image.end() - o.size(), image.end());
                    if (key.empty() || image < key) key = image, symmetries.clear();
                    if (image == key) symmetries.push_back(next);
                }
            while (!(keeps_opening && d > 5) && std::next_permutation(next.axes.begin(), next.axes.end()));
        }
        if (key.empty()) fail("X has no stone in the middle");
    }
};

// ---- The certificate ------------------------------------------------------------------------------------------------

struct Entry {
    Cell move = -1;           // of X's, where it has no sequence and O no threat; -1: none
    vector<Cells> sequences;  // of X's, for this position and for those after one more stone of O's
};
struct Certificate {
    std::map<std::pair<int, Key>, Entry> entries;
    const string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+=";

    Cells cells(const string& text, int d) const {
        const size_t width = (d + 2) / 3;
        if (d < 3 || d > 7 || text.size() % width) fail("no cells of 4^" + to_string(d) + ": " + text);
        Cells list(text.size() / width);
        for (size_t i = 0; i < text.size(); ++i) list[i / width] |= digits.find(text[i]) << 6 * (i % width);
        for (Cell cell : list) if (cell < 0 || cell >= 1 << 2 * d) fail("no cells of 4^" + to_string(d) + ": " + text);
        return list;
    }
    std::pair<Cells, Cells> position(const string& text, int d) const {
        const size_t slash = text.find('/');
        if (slash == string::npos) fail("no position: " + text);
        return {cells(text.substr(0, slash), d), cells(text.substr(slash + 1), d)};
    }
    void read(std::istream& in) {
        int d = 0;
        for (string line, word; std::getline(in, line);) {
            std::istringstream words(line);
            words >> word;
            if (word.rfind("4^", 0) == 0) { d = std::stoi(word.substr(2)); continue; }
            const auto [x, o] = position(word, d);
            const Image image(d, x, o, false);
            Entry& entry = entries[{d, image.key}];
            for (bool is_move = true; words >> word; is_move = false) {
                Cells list = word == "-" ? Cells() : cells(word, d);
                for (Cell& cell : list) cell = image.symmetries[0].of(cell);
                if (!is_move) entry.sequences.push_back(list);
                else if (!list.empty()) entry.move = list[0];
            }
        }
    }
};

// ---- The walk -------------------------------------------------------------------------------------------------------

struct Hints {  // what the certificate says of a position, in cells of the board; all that is, if a symmetry keeps the position
    Entry& entry;
    const Image image;
    vector<Cells> sequences;
    Cells moves;
};

struct Walk {
    Certificate& certificate;
    Game game;
    const SubBoard* sub = nullptr;  // where X plays
    bool may_leave = false;         // whether O may also play on a larger board that this one is a sub-board of
    std::set<Key>* exceptions = nullptr;  // gets the positions, O to move, where no sequence answers a stone elsewhere
    std::set<Key> won[2];                 // positions, X or O to move, that X wins
    long followed = 0;

    Walk(Certificate& certificate, const Board& board) : certificate(certificate), game(board) { check_symmetries(board); }

    Key key() const { return Image(game.board.d, game.stones[X], game.stones[O], true).key; }

    Hints hints() {
        Cells own[2];
        for (Player player : {X, O})
            for (Cell cell : game.stones[player]) if (sub->inner[cell] >= 0) own[player].push_back(sub->inner[cell]);
        const Image image(sub->d, own[X], own[O], false);
        Entry& entry = certificate.entries[{sub->d, image.key}];
        Hints hints{entry, image, {}, {}};
        for (const Symmetry& symmetry : image.symmetries) {
            Cells back(sub->outer.size());
            for (size_t cell = 0; cell < back.size(); ++cell) back[symmetry.of(cell)] = sub->outer[cell];
            auto add = [](auto& list, auto item) { if (!std::count(list.begin(), list.end(), item)) list.push_back(item); };
            if (entry.move >= 0) add(hints.moves, back[entry.move]);
            for (Cells sequence : entry.sequences) {
                for (Cell& cell : sequence) cell = back[cell];
                add(hints.sequences, sequence);
            }
        }
        return hints;
    }
    const Cells* winning(const Hints& hints) {
        for (const Cells& sequence : hints.sequences) if (++followed, follow(game, sequence)) return &sequence;
        return nullptr;
    }
#ifdef WRITER
#include "writer.h"
#else
    bool ask(Hints&) { return false; }
#endif

    // O is to move: X wins whatever O does.
    bool o_to_move() {
        const Threats by_x = game.threats(X);
        if (game.threats(O).count > 0) return false;
        if (by_x.count == 2) return true;
        if (by_x.count == 1) return after_reply(by_x.cell, nullptr);
        const Key position = key();
        if (won[O].count(position)) return true;
        Hints hints = this->hints();
        const Cells* pass = winning(hints);
        if (!pass && ask(hints)) pass = &hints.sequences.back();
        if (!pass && exceptions) exceptions->insert(position);
        if (!pass && may_leave) return false;
        // Where O may leave, replies that don't touch that sequence are left out: like those elsewhere, they lose to it.
        std::set<Cell> touched;
        if (may_leave) follow(game, Cells(*pass), &touched);
        for (Cell reply = 0; reply < game.board.cells; ++reply)
            if (game.at[reply] == NOBODY && (!may_leave || touched.count(reply)) && !after_reply(reply, &hints)) return false;
        won[O].insert(position);
        return true;
    }
    bool after_reply(Cell reply, Hints* hints) {
        game.place(reply, O);
        const bool wins = x_to_move(hints);
        game.undo();
        return wins;
    }
    // X is to move, and wins. The hints are those of the position before O's reply.
    bool x_to_move(Hints* before) {
        const Threats by_o = game.threats(O);
        if (by_o.count == 2) return false;
        if (before && winning(*before)) return true;
        const Key position = key();
        if (won[X].count(position)) return true;
        if (before && ask(*before)) return true;
        bool wins = play(!before, by_o);
        if (!wins) {
            const SubBoard whole = SubBoard::holding(game.board, game.all_stones(), 4), *inside = sub;
            sub = &whole;
            wins = whole.d > inside->d && !hints().moves.empty() && play(true, by_o);
            sub = inside;
        }
        if (wins) won[X].insert(position);
        return wins;
    }
    bool play(bool may_ask, Threats by_o) {
        Hints hints = this->hints();
        if (winning(hints) || (may_ask && ask(hints))) return true;
        bool wins = false;
        for (Cell move : by_o.count ? Cells{by_o.cell} : hints.moves) {
            if (wins || game.at[move] != NOBODY) continue;
            game.place(move, X);
            wins = o_to_move();
            game.undo();
        }
        return wins;
    }
    void report(const string& what) const {
        std::cout << "4^" << game.board.d << ", " << what << ": X wins; " << won[X].size() << " positions with X to move, "
                  << won[O].size() << " with O, " << followed << " sequences followed" << std::endl;
    }
};

// Every game from the opening, on all cells of the board. X plays in a sub-board that also holds O's first reply (argument 2).
void from_the_opening(Certificate& certificate, int d, std::set<Key>* exceptions) {
    const Board board(d);
    Walk walk(certificate, board);
    walk.exceptions = exceptions;
    walk.game.place(middle(d), X);
    for (Cell reply = 0; reply < board.cells; ++reply) {
        if (reply == middle(d)) continue;
        SubBoard sub = SubBoard::holding(board, {reply}, 3);
        expect("cells of a sub-board", sub.outer.size(), 64);
        walk.sub = &sub;
        if (!walk.after_reply(reply, nullptr)) fail("4^" + to_string(d) + ", first reply " + to_string(reply));
    }
    walk.report("from the opening");
}

// The exceptions, with O's first stone outside S in each cell of argument 4: some groups of coordinates are split.
void outside(Certificate& certificate, const std::set<Key>& exceptions, int splits) {
    const Board board(3 + splits);
    Walk walk(certificate, board);
    walk.may_leave = true;
    long stones = 0;
    for (int split = 0; split < 16; ++split) {
        vector<int> axes;
        for (int group = 0; group < 3; ++group) axes.insert(axes.end(), 1 + (split >> group & 1), group);
        if (split >> 3) axes.push_back(-1);
        if ((int)axes.size() != board.d) continue;
        const SubBoard s(board, axes, 3);
        walk.sub = &s;
        for (const Key& exception : exceptions) {
            auto turn = std::find(exception.begin(), exception.end(), -1);
            for (auto cell = exception.begin(); cell != exception.end(); ++cell)
                if (cell != turn) walk.game.place(s.outer[*cell], cell < turn ? X : O);
            for (Cell first = 0; first < board.cells; ++first) {
                bool is_outside = split != 0 || first == 0;  // if there is no split, the stone is on no line with S
                for (int i = 0; split != 0 && i < board.d; ++i) {
                    if (axes[i] < 0) is_outside &= coordinate(first, i) != 2;
                    if (i > 0 && axes[i] == axes[i - 1]) is_outside &= coordinate(first, i - 1) < coordinate(first, i);
                }
                if (!is_outside) continue;
                ++stones;
                const bool wins = split != 0 ? walk.after_reply(first, nullptr) : walk.x_to_move(nullptr);
                if (!wins) fail("4^" + to_string(board.d) + ", first stone outside " + to_string(first));
            }
            while (!walk.game.moves.empty()) walk.game.undo();
        }
    }
    expect("first stones outside", stones, exceptions.size() * std::array{1, 480, 1296, 1512, 648}[splits]);
    walk.report(to_string(stones) + " first stones outside");
}

// One position, X to move: X wins on each board that this one is a sub-board of.
void from_position(Certificate& certificate, int d, const string& position) {
    const Board board(d);
    Walk walk(certificate, board);
    walk.may_leave = true;
    const auto [x, o] = certificate.position(position, d);
    for (Cell cell : x) walk.game.place(cell, X);
    for (Cell cell : o) walk.game.place(cell, O);
    const SubBoard sub = SubBoard::holding(board, walk.game.all_stones(), 3);
    walk.sub = &sub;
    if (!walk.x_to_move(nullptr)) fail(position);
    walk.report(position);
}

int main(int count, char** arguments) {
    vector<string> jobs;
    Certificate certificate;
    for (int i = 1; i < count; ++i) {
        const string argument = arguments[i];
        std::ifstream file(argument);
        if (argument.rfind("4^", 0) == 0) jobs.push_back(argument);
        else if (file) certificate.read(file);
        else fail("expected 4^3, 4^4, 4^5 or 4^d, and files of a certificate; found " + argument);
    }
    if (jobs.empty()) fail("expected 4^3, 4^4, 4^5 or 4^d");
    for (const string& job : jobs) {
        const int d = job[2] - '0';
        std::set<Key> exceptions;
        if (job.find('/') != string::npos) {
            from_position(certificate, d, job.substr(4));
            std::cout << "SHOWN: X, to move, wins " << job << ", whatever O does." << std::endl;
        } else if (job != "4^d") {
            from_the_opening(certificate, d, nullptr);
            std::cout << "SHOWN: X wins " << job << ", whatever O does." << std::endl;
        } else {
            from_the_opening(certificate, 3, &exceptions);
            std::cout << exceptions.size() << " exceptions" << std::endl;
            for (int splits = 0; splits <= 4; ++splits) outside(certificate, exceptions, splits);
            std::cout << "SHOWN: by the arguments of PROOF.md, X wins 4^d for every d >= 3, whatever O does." << std::endl;
        }
    }
#ifdef WRITER
    Walk::write(certificate, "certificate.txt");
#endif
}
