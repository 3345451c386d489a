"""What columns hold and are called: faults N6, T18, S11, S12, S19, M8, M10, M11, M18, M19, M22 on whole logs.

Expected values are those of the SQL that the servers ran (fixtures/capture), or were given to the encoder."""
import unittest

import harness
from harness import FieldTest, Log, changes, fixture

import encode_control as control
from encode import packed, u32, u8
from encode_rows import Column, Table, full_metadata, write
from tables import int_column


def logged(*columns_and_values):
    """A transaction of one row: pairs of a named column and the value's bytes."""
    columns = [column for column, _ in columns_and_values]
    table = Table(7, b"d", b"t", columns, metadata=full_metadata(columns))
    log = Log()
    log.add_all(control.begin(), table.event(), write(table, [[value for _, value in columns_and_values]]), control.xid(1))
    return log


class Columns(FieldTest):
    def only_row(self, log):
        answer = harness.rows(self.write(log))
        self.assertEqual((answer.status, len(answer.lines)), (0, 1), answer.errors)
        return answer.lines[0]["after"]

    def test_n6_a_tinyint_is_a_number(self):
        """TINYINT(1) and BOOLEAN are type 1 and nothing else; the display width is not in the log."""
        row = self.only_row(logged((Column(1, name=b"one"), b"\x01"), (Column(1, name=b"two"), b"\x02"),
                                   (Column(1, name=b"minus"), b"\xff"), (Column(1, unsigned=True, name=b"most"), b"\xff")))
        self.assertEqual(row, {"one": 1, "two": 2, "minus": -1, "most": 255})
        self.assertTrue(all(type(value) is int for value in row.values()))

    def test_n12_a_float_of_many_digits_has_four_bytes(self):
        """FLOAT(36,6) is type 4 with size 4, DOUBLE(20,3) type 5 with size 8; a column behind them must be found."""
        row = self.only_row(logged((Column(4, u8(4), name=b"f"), bytes.fromhex("1f85b340")),
                                   (Column(5, u8(8), name=b"g"), bytes.fromhex("000000000000f83f")),
                                   (int_column(name=b"i"), u32(77))))
        self.assertEqual(row, {"f": 5.61, "g": 1.5, "i": 77})

    def test_t18_times_that_no_clock_has(self):
        found = {}
        for _, _, _, after in changes(fixture("mysql", "03_temporal", "binlog.000001")):
            for value in (after or {}).values():
                if isinstance(value, str):
                    found[value] = True
        for text in ("838:59:59", "-838:59:59"):
            self.assertIn(text, found)

    def test_s11_labels_are_in_the_columns_character_set(self):
        column = Column(254, b"\xf7\x01", name=b"e", labels=[b"\xe9"])
        metadata = full_metadata([column])
        self.assertTrue(metadata.endswith(bytes.fromhex("0a03fcff00")))
        latin1 = metadata[:-5] + bytes.fromhex("0a0108")  # default collation 8, latin1_swedish_ci
        table = Table(7, b"d", b"t", [column], metadata=latin1)
        log = Log()
        log.add_all(control.begin(), table.event(), write(table, [[b"\x01"]]), control.xid(1))
        self.assertEqual(self.only_row(log), {"e": "\u00e9"})

    def test_s12_latin1_is_windows_1252(self):
        """The five bytes without a character there are the control characters of the same number."""
        stored = b"a\x80" + bytes.fromhex("818d8f909d") + b"\xff"
        row = self.only_row(logged((Column(15, b"\x0a\x00", charset=8, name=b"v"), packed(len(stored)) + stored)))
        self.assertEqual(row, {"v": "a\u20ac\u0081\u008d\u008f\u0090\u009d\u00ff"})

    def test_s19_a_typed_array_has_its_elements_metadata(self):
        """Type 20: the element's type, its metadata, and for VARCHAR a third byte of length; then an INT must be found."""
        for name, meta in (("int", b"\x03"), ("bigint", b"\x08"), ("varchar", b"\x0f\x0a\x00\x00"), ("decimal", b"\xf6\x0a\x02"),
                           ("time", b"\x13\x06"), ("datetime", b"\x12\x06"), ("date", b"\x0a")):
            with self.subTest(element=name):
                document = b"\x05\x01\x00"  # a JSON document: INT16 1
                array = Column(20, meta, name=b"a")
                log = logged((array, u32(len(document)) + document), (int_column(name=b"i"), u32(77)))
                self.assertEqual(self.only_row(log), {"a": 1, "i": 77})

    def test_m8_metadata_is_about_all_columns_and_the_row_about_some(self):
        log = fixture("mysql", "21_image_minimal", "binlog.000001")
        found = changes(log, "t")
        self.assertIn(("insert", "t", None, {"id": 5, "a": 200, "o": 9223372036854775808}), found)
        self.assertIn(("insert", "t", None, {"id": 4000000000}), found)
        self.assertIn(("update", "t", {"id": 1}, {"a": 7}), found)
        self.assertIn(("update", "t", {"id": 1}, {"a": 1, "d": "y"}), found)
        self.assertIn(("delete", "t", {"id": 4000000000}, None), found)

    def test_m10_columns_without_names_keep_their_number(self):
        row = changes(fixture("mysql", "20_metadata_minimal", "binlog.000001"), "t")[0][3]
        self.assertEqual(list(row), ["@%d" % number for number in range(1, 19)])
        self.assertEqual((row["@1"], row["@2"], row["@4"], row["@16"]), (1, 255, "-1.50", 18446744073709551615))

    def test_m11_names_are_those_of_the_time(self):
        """The tables were altered, exchanged and dropped behind these rows."""
        found = [(table, after) for op, table, _, after in changes(fixture("mysql", "13_ddl", "binlog.000001")) if op == "insert"]
        for one in (("a", {"id": 1, "v": "x"}), ("a", {"id": 3, "w": 4, "v": "z"}), ("a", {"id": 4, "w": 5, "t": "text now"}),
                    ("a", {"id": 5, "ww": 18446744073709551615, "t": None}), ("a", {"id": 9, "v": "in old b"}),
                    ("a2", {"id": 6, "ww": 6, "t": "in old a"}), ("t", {"a": 2})):
            self.assertIn(one, found)

    def test_m18_partitions_stand_before_the_row(self):
        found = changes(fixture("mysql", "28_partitions", "binlog.000001"), "r")
        self.assertEqual([row[3] for row in found[:3]], [{"id": 1, "v": "p0"}, {"id": 2, "v": "p0"}, {"id": 15, "v": "p1"}])
        self.assertIn(("update", "r", {"id": 2, "v": "p0"}, {"id": 12, "v": "p0"}), found)
        self.assertIn(("delete", "r", {"id": 99, "v": "p2"}, None), found)

    def test_m19_columns_of_indexes_are_not_there_and_generated_ones_are(self):
        found = changes(fixture("mysql", "11_keys", "binlog.000001"), "functional", "computed", "hidden")
        self.assertIn(("insert", "functional", None, {"id": 1, "v": "ABC", "j": {"arr": [1, 2, 3]}}), found)
        self.assertIn(("insert", "computed", None, {"id": 1, "a": 10, "vsum": 11, "ssum": 20, "txt": "<10>", "j": [10]}), found)
        self.assertIn(("insert", "hidden", None, {"id": 2, "a": 22, "b": 2, "c": "seen"}), found)

    def test_m22_the_hash_of_a_unique_blob_is_a_column(self):
        found = changes(fixture("mariadb", "18_unique_blob_hash", "binlog.000001"), "lu")
        self.assertEqual([list(before or after) for _, _, before, after in found], [["id", "b", "v", "DB_ROW_HASH_1"]] * len(found))
        first, second = found[0][3], found[1][3]
        self.assertEqual((first["id"], first["v"], type(first["DB_ROW_HASH_1"])), (1, 1, int))
        self.assertEqual((second["id"], second["b"], second["v"], second["DB_ROW_HASH_1"]), (2, None, 2, None))


if __name__ == "__main__":
    unittest.main()
