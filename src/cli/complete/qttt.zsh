#compdef qttt
# Asks qttt what can stand at the cursor.
_qttt() {
    local -a found
    local candidate name help files=
    for candidate in "${(@f)$("${words[1]}" completions zsh -- "${(@Q)words[1,CURRENT]}" 2>/dev/null)}"; do
        [[ -n $candidate ]] || continue
        if [[ $candidate == :files* ]]; then
            files=1
        else
            name=${candidate%%$'\t'*}
            help=${candidate#*$'\t'}
            found+=("${name//:/\\:}${help:+:$help}")
        fi
    done
    (( $#found )) && _describe -V 'qttt' found
    if [[ -n $files ]]; then
        _files || { compset -P '*=' && _files }
    fi
}
if [[ $funcstack[1] == _qttt ]]; then
    _qttt "$@"
else
    compdef _qttt qttt
fi
