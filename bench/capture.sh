#!/bin/bash
# Logs of the same shapes from a real MySQL server, measured like the generated ones: what the generator got wrong would show.
#
#   capture.sh BUILD DATA [SCALE]      SCALE 1 is about 30 MB of oltp, 15 of mixed, 20 of bulk
#
# Needs root, debootstrap and, the first time, the network: see fixtures/README.md. The server is one of its own beside that
# of the fixtures, and ends afterwards.
set -eu

build=$1
data=$2/capture
scale=${3:-1}
root=$(cd "$(dirname "$0")/.." && pwd)
export NBL_MYSQL_NAME=bench NBL_MYSQL_PORT=${NBL_MYSQL_PORT:-33299}
export NBL_MYSQL_EXTRA="--binlog-row-metadata=FULL --max-binlog-size=1G --sync-binlog=0 --cte-max-recursion-depth=10000000"
server=$root/fixtures/capture/mysql-server.sh
mkdir -p "$data"
"$server" start
trap '"$server" stop' EXIT
eval "$("$server" env)"

tables() {
  cat <<'SQL'
CREATE DATABASE bench; USE bench;
CREATE TABLE sbtest1 (id INT NOT NULL PRIMARY KEY, k INT NOT NULL, c CHAR(120) NOT NULL, pad CHAR(60) NOT NULL);
CREATE TABLE orders (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, tiny TINYINT NOT NULL, small SMALLINT UNSIGNED NOT NULL,
  medium MEDIUMINT NOT NULL, normal INT, f FLOAT NOT NULL, d DOUBLE NOT NULL, price DECIMAL(12,4) NOT NULL, big DECIMAL(38,10),
  y YEAR NOT NULL, day DATE NOT NULL, span TIME(3), made DATETIME NOT NULL, changed DATETIME(6) NOT NULL,
  seen TIMESTAMP(3) NOT NULL, bits BIT(12) NOT NULL, state ENUM('new','paid','sent','done') NOT NULL,
  marks SET('a','b','c','d','e') NOT NULL, code CHAR(20) NOT NULL, title VARCHAR(255), raw VARBINARY(64) NOT NULL,
  body TEXT NOT NULL, image BLOB, doc JSON, note VARCHAR(40));
CREATE TABLE ledger (id BIGINT NOT NULL PRIMARY KEY, account INT UNSIGNED NOT NULL, amount DECIMAL(12,2) NOT NULL,
  kind TINYINT NOT NULL, made DATETIME NOT NULL, seen TIMESTAMP NOT NULL, reference VARCHAR(32) NOT NULL,
  parent INT UNSIGNED, note VARCHAR(60) NOT NULL);
SQL
}

# Single-row statements in transactions of 1 to 4, as a client sends them.
oltp() {
  awk -v count=$((30000 * scale)) 'BEGIN {
    srand(7); n = 0
    for (t = 0; t < count; ++t) {
      print "BEGIN;"
      for (left = 1 + int(rand() * 3.2); left > 0; --left) {
        kind = rand()
        if (kind < 0.4 || n < 100) {
          printf "INSERT INTO sbtest1 VALUES (%d, %d, \"", ++n, rand() * 1000000
          for (g = 0; g < 10; ++g) printf "%s%011d", g ? "-" : "", rand() * 99999999999
          printf "\", \""
          for (g = 0; g < 5; ++g) printf "%s%011d", g ? "-" : "", rand() * 99999999999
          print "\");"
        } else if (kind < 0.76) printf "UPDATE sbtest1 SET k = k + 1 WHERE id = %d;\n", 1 + rand() * n
        else printf "DELETE FROM sbtest1 WHERE id = %d;\n", 1 + rand() * n
      }
      print "COMMIT;"
    }
  }'
}

row_source() { echo "WITH RECURSIVE n (n) AS (SELECT $1 UNION ALL SELECT n + 1 FROM n WHERE n < $2) SELECT"; }

mixed() {
  local from
  for from in $(seq 1 100 $((25000 * scale))); do
    echo "INSERT INTO orders $(row_source "$from" $((from + 99))) n, n % 128, n % 60000, n % 8000000, IF(n % 7, n, NULL), n / 7, n / 13,
      n / 11, IF(n % 6, n * 1234567.891, NULL), 1990 + n % 40, DATE'1990-01-01' + INTERVAL n % 9000 DAY,
      IF(n % 5, SEC_TO_TIME(n % 800000 + 0.125), NULL), NOW() - INTERVAL n SECOND, NOW(6), NOW(3), n % 4096, 1 + n % 4, n % 32,
      LEFT(SHA2(n, 256), 14), IF(n % 8, REPEAT('straße ', n % 9), NULL), UNHEX(REPEAT(SHA2(n, 256), n % 3)),
      REPEAT('the parcel is late ', n % 17), IF(n % 9, UNHEX(REPEAT(SHA2(n, 256), n % 7)), NULL),
      IF(n % 7, JSON_OBJECT('id', n, 'price', CAST(n AS DECIMAL(10,2)), 'weight', n / 3e0, 'gift', n % 2 = 0,
        'tags', JSON_ARRAY('a', 'late', NULL), 'address', JSON_OBJECT('city', 'Straße', 'zip', n % 30000, 'street', SHA2(n, 256))), NULL),
      IF(n % 6, LEFT(SHA2(n, 256), n % 30), NULL) FROM n;"
  done
}

bulk() {
  local i
  echo "INSERT INTO ledger $(row_source 1 $((57600 * scale))) n, n % 4000000000, n / 7, n % 5, NOW() - INTERVAL n SECOND, NOW(),
    CONCAT(LPAD(n, 11, '7'), '-', LPAD(n * 3, 11, '5')), IF(n % 10, n, NULL), REPEAT('late ', n % 7) FROM n;"
  for i in 1 2; do echo "UPDATE ledger SET account = account + $i, amount = amount + 1;"; done
  echo "DELETE FROM ledger;"
}

newest() { "$server" sql -BN -e 'SHOW BINARY LOG STATUS' | cut -f 1; }

"$server" sql -e 'DROP DATABASE IF EXISTS bench'
tables | "$server" sql
for shape in oltp mixed bulk; do
  "$server" sql -e 'FLUSH BINARY LOGS'
  log=$(newest)
  $shape | "$server" sql bench
  "$server" sql -e 'FLUSH BINARY LOGS'
  cp "$NBL_MYSQL_DATADIR/$log" "$data/$shape.binlog"
done
"$server" sql -e "RESET BINARY LOGS AND GTIDS"
python3 "$root/bench/run.py" "$build" "$data" --no-write
