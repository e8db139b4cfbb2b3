// For those who write certificates, and no part of the checker: with -DWRITER, what is missing is asked for.

    // Prints the board, the axes of the sub-board, X's stones and O's; an answer is a sequence, or nothing.
    bool ask(Hints& hints) {
        std::cout << "? " << game.board.d;
        for (int axis : sub->axes) std::cout << ' ' << axis;
        for (Player player : {X, O}) {
            std::cout << " /";
            for (Cell cell : game.stones[player]) std::cout << ' ' << cell;
        }
        std::cout << std::endl;
        string line;
        std::getline(std::cin, line);
        std::istringstream words(line);
        Cells sequence, own;
        for (Cell cell; words >> cell;) {
            sequence.push_back(cell);
            own.push_back(hints.image.symmetries[0].of(sub->inner[cell]));
        }
        if (sequence.empty()) return false;
        if (!follow(game, sequence)) fail("an answer that doesn't win: " + line);
        hints.sequences.push_back(sequence);
        hints.entry.sequences.push_back(own);
        return true;
    }

    // Writes the certificate, with all that was answered.
    static void write(const Certificate& certificate, const string& name) {
        std::ofstream file(name);
        int d = 0;
        auto text = [&](const Cells& cells) {
            string text;
            for (Cell cell : cells) for (int i = 0; i < d; i += 3) text += certificate.digits[cell >> 2 * i & 63];
            return text;
        };
        for (const auto& [position, entry] : certificate.entries) {
            if (entry.move < 0 && entry.sequences.empty()) continue;
            if (d != position.first) file << "4^" << (d = position.first) << '\n';
            const Key& key = position.second;
            const auto turn = std::find(key.begin(), key.end(), -1);
            file << text(Cells(key.begin(), turn)) << '/' << text(Cells(turn + 1, key.end())) << ' ';
            file << (entry.move < 0 ? "-" : text({entry.move}));
            for (const Cells& sequence : entry.sequences) file << ' ' << text(sequence);
            file << '\n';
        }
    }
