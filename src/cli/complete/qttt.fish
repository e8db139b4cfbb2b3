# Asks qttt what can stand at the cursor.
function __qttt_candidates
    set -l words (commandline -opc)
    $words[1] completions fish -- $words (commandline -ct) 2>/dev/null
end
complete -c qttt -f -k -a "(__qttt_candidates | string match -v -- ':files*')"
# Files are left to fish, which knows how to quote their names.
complete -c qttt -n "__qttt_candidates | string match -q -- ':files*'" -F
