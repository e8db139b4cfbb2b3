// Checks that X wins tic-tac-toe on 4^d, from the rules and a certificate alone. PROOF.md, beside this, has the arguments
// that are meant by their numbers, and the form of a certificate.
//
//     g++ -O2 -std=c++17 -o check check.cpp && ./check 4^3 certificate.txt
// A certificate is a set of positions with X to move, and X's moves in each. For each of them all of O's replies are tried:
// after each, X has a sequence of threats that the certificate lists, or the position is in the certificate again. As stones
// are only added, X then wins all of them. Sequences are followed to their ends; nothing is searched for.
#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using std::array, std::set, std::string, std::to_string, std::vector;
using Cell = int;  // its coordinates are the digits to base 4, the first one lowest
using Cells = vector<Cell>;
using Position = array<Cells, 2>;  // X's stones and O's
enum Player { X, O, NOBODY };

[[noreturn]] void fail(const string& why) { std::cout << "NOT SHOWN: " << why << std::endl; std::exit(1); }
int coordinate(Cell cell, int axis) { return cell >> 2 * axis & 3; }

// ---- The board ------------------------------------------------------------------------------------------------------

struct Board {
    int d, cells;
    vector<array<Cell, 4>> lines;
    vector<vector<int>> through;  // the lines through each cell
    vector<Cells> symmetries;     // for each the image of each cell

    explicit Board(int d) : d(d), cells(1 << 2 * d), through(cells) { list_lines(), list_symmetries(); }
    // Along each axis a line stays at 0 to 3, ascends (4) or descends (5). It has two directions: we take the one in which the
    // first coordinate that moves ascends.
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
        if ((long)lines.size() != (courses - cells) / 2) fail("the number of lines");
    }
    // Permutations of the axes, each with and without 0 and 3 changing places in all coordinates. They carry lines to lines,
    // which is checked. On 4^6 and 4^7 the axes stay: there are too many permutations.
    void list_symmetries() {
        set<set<Cell>> all;
        for (const auto& [a, b, c, e] : lines) all.insert({a, b, c, e});
        vector<int> axes;
        for (int i = 0; i < d; ++i) axes.push_back(i);
        do
            for (bool swap : {false, true}) {
                Cells image(cells);
                for (Cell cell = 0; cell < cells; ++cell)
                    for (int i = 0; i < d; ++i) {
                        const int x = coordinate(cell, axes[i]);
                        image[cell] |= (swap && x % 3 == 0 ? 3 - x : x) << 2 * i;
                    }
                for (const auto& [a, b, c, e] : lines)
                    if (!all.count({image[a], image[b], image[c], image[e]})) fail("a symmetry carries a line to no line");
                symmetries.push_back(image);
            }
        while (d <= 5 && std::next_permutation(axes.begin(), axes.end()));
    }
    // The least image of a position. Positions that are images of each other have the same, and count as one.
    Position least_image(const Position& position) const {
        Position least;
        for (const Cells& symmetry : symmetries) {
            Position image = position;
            for (Cells& stones : image) {
                for (Cell& cell : stones) cell = symmetry[cell];
                std::sort(stones.begin(), stones.end());
            }
            if (least[X].empty() || image < least) least = image;
        }
        return least;
    }
};

// ---- The rules ------------------------------------------------------------------------------------------------------

enum Outcome { FAILS, O_IS_FREE, X_WINS };

struct Game {
    const Board& board;
    vector<Player> at;
    vector<std::pair<Cell, Player>> stones;
    vector<array<int, 2>> count;  // the stones of both on each line
    set<int> three[2];            // the lines with three stones of one player and none of the other

    explicit Game(const Board& board) : board(board), at(board.cells, NOBODY), count(board.lines.size()) {}
    void place(Cell cell, Player player) {
        if (at[cell] != NOBODY) fail("a stone on a stone");
        stones.push_back({cell, player});
        change(cell, player, player, 1);
    }
    void take_back_to(size_t number) {
        for (; stones.size() > number; stones.pop_back()) change(stones.back().first, NOBODY, stones.back().second, -1);
    }
    void change(Cell cell, Player now, Player player, int by) {
        at[cell] = now;
        for (int line : board.through[cell]) {
            const auto& [x, o] = count[line];
            count[line][player] += by;
            if (x == 4 || o == 4) fail("a line that is complete already");
            if (x + o < 2) continue;
            if (x == 3 && o == 0) three[X].insert(line); else three[X].erase(line);
            if (o == 3 && x == 0) three[O].insert(line); else three[O].erase(line);
        }
    }
    set<Cell> threats(Player player) const {
        set<Cell> cells;
        for (int line : three[player]) for (Cell cell : board.lines[line]) if (at[cell] == NOBODY) cells.insert(cell);
        return cells;
    }
    // Plays moves of X's. Before each, O threatens no cell but the one where X plays. After each X threatens two cells, and so
    // wins; or one, which O must take; or, after the last, none: then O is free.
    Outcome follow(const Cells& moves) {
        for (const Cell& move : moves) {
            const set<Cell> by_o = threats(O);
            if (at[move] != NOBODY || by_o.size() > by_o.count(move)) return FAILS;
            place(move, X);
            const set<Cell> by_x = threats(X);
            if (by_x.size() > 1) return X_WINS;
            if (by_x.empty()) return &move == &moves.back() ? O_IS_FREE : FAILS;
            place(*by_x.begin(), O);
        }
        return FAILS;
    }
    // Whether a sequence wins. `touched`, if given, gets the cells without which O can't spoil it: those that it fills and
    // threatens, and all on lines with two stones of O's at its end.
    bool wins(const Cells& sequence, set<Cell>* touched = nullptr) {
        const size_t before = stones.size();
        const bool wins = follow(sequence) == X_WINS;
        if (touched) {
            set<int> lines = three[X];
            for (auto [cell, player] : stones)
                for (int line : board.through[cell]) if (player == O && count[line][O] >= 2) lines.insert(line);
            for (int line : lines) touched->insert(board.lines[line].begin(), board.lines[line].end());
            for (size_t i = before; i < stones.size(); ++i) touched->insert(stones[i].first);
        }
        take_back_to(before);
        return wins;
    }
    Position least_image() const {
        Position position;
        for (auto [cell, player] : stones) position[player].push_back(cell);
        return board.least_image(position);
    }
};

// ---- The certificate ------------------------------------------------------------------------------------------------

struct Entry {
    Cells moves;              // X's, until O is free or X wins
    vector<Cells> sequences;  // X's, of which one wins after each reply, or the position is in the certificate
};
using Section = std::map<Position, Entry>;

Cells read_cells(const string& text, int d) {
    static const string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+=";
    const size_t width = (d + 2) / 3;  // a digit is three coordinates
    Cells cells((text.size() + width - 1) / width);
    for (size_t i = 0; i < text.size(); ++i) cells[i / width] |= digits.find(text[i]) << 6 * (i % width);
    for (Cell cell : cells) if (cell < 0 || cell >= 1 << 2 * d) fail("no cells of 4^" + to_string(d) + ": " + text);
    return cells;
}
Position read_position(const string& text, int d) {
    const size_t slash = std::min(text.find('/'), text.size() - 1);
    return {read_cells(text.substr(0, slash), d), read_cells(text.substr(slash + 1), d)};
}
// Reads the section that comes next: a heading, a line for each position, and an empty line.
Section read_section(std::istream& in, const string& heading, int d) {
    Section section;
    string line, word;
    if (!std::getline(in, line) || line != heading) fail("no section " + heading);
    while (std::getline(in, line) && !line.empty()) {
        std::istringstream words(line);
        Entry entry;
        words >> word;
        const Position position = read_position(word, d);
        if (words >> word) entry.moves = read_cells(word, d);
        while (words >> word) entry.sequences.push_back(read_cells(word, d));
        if (!section.emplace(position, entry).second) fail("a position twice: " + line);
    }
    return section;
}

// ---- The proof ------------------------------------------------------------------------------------------------------

// X wins each position of a section, which the starts are among: all replies on the board are tried. If O may leave the board
// (the heading has a +), the first sequence wins should O pass; replies that don't touch it lose like a pass, and are left out.
// Returned are the positions where O is free, and no sequence is listed that wins should O pass: the exceptions.
set<Position> check(std::istream& in, const string& heading, const vector<Position>& starts) {
    const Board board(heading.at(2) - '0');
    const Section section = read_section(in, heading, board.d);
    const bool may_leave = heading.back() == '+';
    for (const Position& start : starts) if (!section.count(board.least_image(start))) fail(heading + ", a start is missing");
    set<Position> exceptions;
    long number = 0, replies = 0;
    Game game(board);
    for (const auto& [position, entry] : section) {
        const auto& [moves, sequences] = entry;
        const string here = heading + ", position " + to_string(++number) + ": ";
        game.take_back_to(0);
        for (Player player : {X, O}) for (Cell cell : position[player]) game.place(cell, player);
        const Outcome outcome = game.follow(moves);
        if (outcome == FAILS) fail(here + "X's moves");
        if (outcome == X_WINS) continue;
        set<size_t> used;  // sequences
        set<Cell> touched;
        if (!sequences.empty() && game.wins(sequences[0], may_leave ? &touched : nullptr)) used.insert(0);
        else if (may_leave) fail(here + "O passes");
        else exceptions.insert(game.least_image());
        const size_t before = game.stones.size();
        if (before == game.at.size()) fail(here + "a draw");
        for (Cell reply = 0; reply < board.cells; ++reply) {
            if (game.at[reply] != NOBODY || (may_leave && !touched.count(reply))) continue;
            ++replies;
            game.place(reply, O);
            size_t i = 0;
            while (i < sequences.size() && !game.wins(sequences[i])) ++i;
            if (i < sequences.size()) used.insert(i);
            else if (!section.count(game.least_image())) fail(here + "O replies in cell " + to_string(reply));
            game.take_back_to(before);
        }
        if (used.size() < sequences.size()) fail(here + "a sequence that answers nothing");
    }
    std::cout << heading << ": " << number << " positions, " << replies << " replies, " << exceptions.size() << " exceptions\n";
    return exceptions;
}

// X opens in (2, ..., 2), and O replies.
vector<Position> after_first_replies(int d) {
    vector<Position> positions;
    const Cell last = (1 << 2 * d) - 1, opening = last / 3 * 2;
    for (Cell reply = 0; reply <= last; ++reply) if (reply != opening) positions.push_back({Cells{opening}, Cells{reply}});
    return positions;
}

// The exceptions, with O's first stone outside S in each cell e of argument 4 (b), on the boards H on which so many groups of
// coordinates are split. Without a split, as in (a), e is on no line with S, and left out.
vector<Position> with_first_stone_outside(const set<Position>& exceptions, int splits) {
    vector<Position> positions;
    for (int split = 0; split < 16; ++split) {
        vector<int> group;  // of each coordinate of H: 0 to 2, which run in S, or 3, which is constant
        for (int i = 0; i < 4; ++i) group.insert(group.end(), (i < 3) + (split >> i & 1), i);
        const int d = group.size();
        if (d != 3 + splits) continue;
        for (Cell e = 0; e < (splits ? 1 << 2 * d : 1); ++e) {
            bool counts = true;
            for (int i = 0; i < d; ++i)
                counts &= group[i] == 3 ? coordinate(e, i) != 2
                    : i == 0 || group[i - 1] != group[i] || coordinate(e, i - 1) < coordinate(e, i);
            if (counts) for (const Position& exception : exceptions) {
                Position position;
                for (Player player : {X, O})
                    for (Cell in_s : exception[player]) {
                        position[player].push_back(0);
                        for (int i = 0; i < d; ++i)
                            position[player].back() |= (group[i] == 3 ? 2 : coordinate(in_s, group[i])) << 2 * i;
                    }
                if (splits) position[O].push_back(e);
                positions.push_back(position);
            }
        }
    }
    if (positions.size() != exceptions.size() * array{1, 480, 1296, 1512, 648}[splits]) fail("the number of first stones");
    return positions;
}

int main(int count, char** arguments) {
    if (count != 3) fail("expected 4^3, 4^4, 4^5, 4^d or a position such as 4^4+:g2f2/c2C3, and a certificate");
    const string job = arguments[1], heading = job.substr(0, job.find(':'));
    std::ifstream in(arguments[2]);
    string shown = "X wins " + job;
    if (job == "4^d") {
        const set<Position> exceptions = check(in, "4^3", after_first_replies(3));
        for (int k = 0; k <= 4; ++k) check(in, "4^" + to_string(3 + k) + "+", with_first_stone_outside(exceptions, k));
        shown += " for every d >= 3, by the arguments of PROOF.md";
    } else if (job == heading) {
        check(in, heading, after_first_replies(heading.at(2) - '0'));
    } else {
        check(in, heading, {read_position(job.substr(heading.size() + 1), heading.at(2) - '0')});
        shown += heading.back() == '+' ? ", X to move, and each board that it is a sub-board of" : ", X to move";
    }
    std::cout << "SHOWN: " << shown << ", whatever O does." << std::endl;
}
