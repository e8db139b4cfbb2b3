# Asks qttt what can stand at the cursor.
_qttt() {
    local line=${COMP_LINE:0:COMP_POINT} prefix candidate files=
    # Bash breaks words at these characters, and completes only what comes after the last of them.
    prefix=${line##*[[:space:]]}
    prefix=${prefix%"${prefix##*[=:]}"}
    COMPREPLY=()
    while IFS= read -r candidate; do
        case $candidate in
            :files) files=1 ;;
            *) COMPREPLY+=("${candidate#"$prefix"}") ;;
        esac
    done < <("$1" completions bash -- "$line" 2>/dev/null | cut -f 1)
    if [[ $files && ${#COMPREPLY[@]} -eq 0 ]]; then
        compopt -o default 2>/dev/null ||
            while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "$2")
    fi
}
complete -F _qttt qttt
