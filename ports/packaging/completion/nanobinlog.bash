# bash completion for nanobinlog
_nanobinlog() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  local commands="transactions rows events check locate"
  local options="--format --flashback --include-prepared --schema --assume-signed --skip-broken --start-file --database --table --start-position
    --stop-position --start-datetime --stop-datetime --include-gtids --exclude-gtids --with-gtid --no-gtid --follow --checkpoint --output --gtid --gtid-set --datetime
    --max-events --max-changes --max-bytes"
  COMPREPLY=()
  # Readline takes --format=sql apart at the sign.
  if [ "$current" = = ]; then
    current=
  elif [ "$previous" = = ] && [ "$COMP_CWORD" -gt 2 ]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case $previous in
    --format)
      local formats="text json"
      [ "$command" = rows ] && formats="native maxwell debezium canal sql"
      mapfile -t COMPREPLY < <(compgen -W "$formats" -- "$current")
      return
      ;;
    --schema | --checkpoint | --output | --start-file)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --database | --table | --start-* | --stop-* | --include-gtids | --exclude-gtids | --gtid | --gtid-set | --datetime | --max-*)
      return
      ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$current")
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _nanobinlog nanobinlog
