# Asks qttt what can stand at the cursor.
function __qttt_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for candidate in ($words[1] completions fish -- $words "$current" 2>/dev/null)
        if string match -q ':files*' -- $candidate
            set -l option (string match -r -- '^-[^=]*=' "$current")
            for path in (__fish_complete_path (string replace -r -- '^-[^=]*=' '' "$current"))
                echo "$option$path"
            end
        else
            echo $candidate
        end
    end
end
complete -c qttt -f -k -a '(__qttt_complete)'
