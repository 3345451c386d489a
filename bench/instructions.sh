#!/bin/bash
# Counts instructions instead of seconds, by qemu-user: on 64-bit Arm, where the decoder uses the CRC32 instructions, and on both
# machines with the portable checksum, so that no instruction of one processor carries the figures alone. Each count is set
# against that of zlib's crc32() over the same bytes, and writes bench/INSTRUCTIONS.md.
#
#   instructions.sh BUILD DATA
#
# Needs qemu-user, a compiler for 64-bit Arm (Debian: qemu-user, g++-aarch64-linux-gnu) and, once, the network for zlib's source.
set -eu

build=$1
root=$(cd "$(dirname "$0")/.." && pwd)
work=$build/instructions
mkdir -p "$work"
"$root/ports/fetch-sources" "$work/sources"
cc -std=c11 -O2 -Wall -Wextra -fPIC -shared -fvisibility=hidden "$root/bench/count_insns.c" -o "$work/count_insns.so"

# program NAME PREFIX DEFINES: everything in one go, zlib's checksum with it.
program() {
  local flags="-O2 -I$root/include -I$root/src -I$root -I$work/sources/zlib $3"
  # shellcheck disable=SC2086
  for source in adler32 crc32 zutil; do "$2gcc" $flags -w -c "$work/sources/zlib/$source.c" -o "$work/$1-$source.o"; done
  # shellcheck disable=SC2086
  "$2g++" -std=c++17 -fno-exceptions -fno-rtti $flags "$root"/src/*/*.cpp "$root/bench/one_pass.cpp" "$root/bench/subjects.cpp" \
    "$work/$1-adler32.o" "$work/$1-crc32.o" "$work/$1-zutil.o" -static -o "$work/$1"
}

# count EMULATOR NAME WHAT LOG REPEATS
count() {
  "$1" -plugin "$work/count_insns.so" -d plugin "$work/$2" "$3" "$4" "$5" 2>&1 >/dev/null | sed -n 's/^instructions //p'
}

# one EMULATOR NAME WHAT LOG: of a single pass, without the program's start.
one() { echo $(($(count "$1" "$2" "$3" "$4" 1) - $(count "$1" "$2" "$3" "$4" 0))); }

program x86-portable "" -DNBL_CRC32_PORTABLE
program arm-portable aarch64-linux-gnu- -DNBL_CRC32_PORTABLE
program arm-crc aarch64-linux-gnu- -DNBL_CRC32_ARM=2

table=$root/bench/INSTRUCTIONS.md
{
  echo "# Instructions"
  echo
  echo "Written by \`make bench-instructions\`. Instructions of one pass over a short log of each shape, and how many times those of"
  echo "zlib's \`crc32()\` over the same bytes that is (compiled from its source for the same machine, which uses no CRC instructions"
  echo "on x86 and none on Arm)."
  echo
  echo "| log | what | x86-64, portable checksum | 64-bit Arm, portable checksum | 64-bit Arm, its CRC32 instructions |"
  echo "| --- | --- | --- | --- | --- |"
  for shape in oltp mixed bulk; do
    log=$work/$shape.binlog
    "$build/generate" "$shape" "$log" --bytes 4000000 --rows "$([ $shape = bulk ] && echo 10000 || echo 0)" >/dev/null
    size=$(stat -c %s "$log")
    declare -A crc
    row="| $shape | zlib's \`crc32()\` |"
    for machine in "qemu-x86_64 x86-portable" "qemu-aarch64 arm-portable" "qemu-aarch64 arm-crc"; do
      # shellcheck disable=SC2086
      crc[$machine]=$(one $machine crc "$log")
      row="$row $(awk "BEGIN { printf \"%.2f a byte\", ${crc[$machine]} / $size }") |"
    done
    echo "$row"
    for what in feed cells feed-unverified; do
      row="| $shape | $what |"
      for machine in "qemu-x86_64 x86-portable" "qemu-aarch64 arm-portable" "qemu-aarch64 arm-crc"; do
        # shellcheck disable=SC2086
        n=$(one $machine $what "$log")
        row="$row $(awk "BEGIN { printf \"%.2f a byte, %.2f x\", $n / $size, $n / ${crc[$machine]} }") |"
      done
      echo "$row"
    done
    rm -f "$log"
  done
} >"$table.new"
mv "$table.new" "$table"
cat "$table"
