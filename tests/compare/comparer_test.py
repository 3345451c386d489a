"""The comparison can fail: for each type a cell that is equal and the nearest one that is not."""
import unittest

import cells
import official
import tables
import values_test

# type, the tool's text, an equal cell, cells that differ; the column's declaration where it matters
PAIRS = (
    ("INT", b"-1 (4294967295)", "-1", ("4294967294", "1", '"-1"'), None),
    ("INT", b"-1 (4294967295)", "4294967295", ("-1",), {"data_type": "int", "type": "int unsigned"}),
    ("INT", b"-1 (4294967295)", "-1", ("4294967295",), {"data_type": "int", "type": "int"}),
    ("DECIMAL(5,2)", b"-0.90", '"-0.90"', ('"-0.9"', '"0.90"', '"-.90"', "-0.90"), None),
    ("FLOAT", b"0.1                 ", "0.1", ("0.10000000149011612", "0.2", "-0.1", "0.100000001"), None),
    ("FLOAT", b"1.67772e+07         ", "16777218", ("16780000", "167772180", "16777218.1"), None),
    ("DOUBLE", b"0.10000000000000000555", "0.1", ("0.10000000000000001", "0.10000000000000002", "-0.1"), None),
    ("DOUBLE", b"-0", "-0.0", ("0", "0.0"), None),
    ("YEAR", b"1900", "0", ("1901", "1"), None),
    ("DATE", b"'2026:11:30'", '"2026-11-30"', ('"2026-11-03"', '"2026:11:30"'), None),
    ("TIME(2)", b"'-00:00:00.25'", '"-00:00:00.25"', ('"00:00:00.25"', '"-00:00:00.250"'), None),
    ("DATETIME(3)", b"'2013-05-00 10:00:00.001'", '"2013-05-00 10:00:00.001"', ('"2013-05-00 10:00:00.01"',), None),
    ("TIMESTAMP(3)", b"1796000523.004", '"2026-11-30T01:02:03.004Z"',
     ('"2026-11-30T01:02:03.040Z"', '"2026-11-30 01:02:03.004"'), None),
    ("TIMESTAMP(0)", b"0", '"0000-00-00 00:00:00"', ('"1970-01-01T00:00:00Z"',), None),
    ("BIT(9)", b"b'100000001'", "257", ("-255", "256"), None),
    ("ENUM(1 byte)", b"2", '"b"', ('"a"', '""', "1"), {"data_type": "enum", "type": "enum('a','b')"}),
    ("SET(2 bytes)", b"b'0000000100000000'", '["a"]',
     ("[]", '["b"]', '["a","b"]', "256"), {"data_type": "set", "type": "set('a','b')"}),
    ("VARSTRING(80)", b"'a\\nb'", '"a\\nb"', ('"anb"', '"a\\n b"', '{"base64":"YQ=="}'), None),
    ("VARSTRING(40)", b"'\xe9'", '"\u00e9"',
     ('"\u00e8"', '"\\u00c3\\u00a9"'), {"data_type": "varchar", "type": "varchar(10)", "charset": "latin1"}),
    ("STRING(4)", b"'\\x00\\x01'", '{"base64":"AAEAAA=="}', ('{"base64":"AAIAAA=="}', '{"base64":"AQAAAA=="}'), None),
    ("BLOB/TEXT", b"'\\x00\xff'", '{"base64":"AP8="}', ('{"base64":"AP4="}', '{"base64":"/w=="}'), None),
    ("BLOB/TEXT COMPRESSED", b"'\\x00text'", '"text"',
     ('"tex"', '"\\u0000text"'), {"data_type": "text", "type": "text", "charset": "utf8mb4"}),
    ("JSON", b"'{\"a\": 1.50}'", '{"a": 1.50}', ('{"a": 1.5}', '{"a":1.50}'), None),
    ("JSON", b"'text'", '"text"', ('"tex"', "1"), None),
    ("JSON", b"JSON_INSERT(@2, '$.a', CAST('[1]' AS JSON))", '{"$diff":[{"op":"insert","path":"$.a","value":[1]}]}',
     ('{"$diff":[{"op":"replace","path":"$.a","value":[1]}]}', '{"$diff":[{"op":"insert","path":"$.b","value":[1]}]}',
      '{"$diff":[{"op":"insert","path":"$.a","value":[2]}]}', '{"$diff":[]}'), None),
    ("JSON", b"@2", '{"$diff":[]}', ('{"$diff":[{"op":"remove","path":"$.a"}]}',), None),
    ("GEOMETRY", b"'\\x00\\x00\\x00\\x00\\x01\\x07\\x00\\x00\\x00\\x00\\x00\\x00\\x00'", '{"srid":0,"wkb":"010700000000000000"}',
     ('{"srid":1,"wkb":"010700000000000000"}', '{"srid":0,"wkb":"0107000000"}'), None),
    ("VECTOR(2)", b"[1.05000e+00,-0.00000e+00]", "[1.05,-0.0]", ("[1.05,0]", "[1.05]", "[1.06,-0.0]"), None),
    ("INT", b"NULL", "null", ("0",), None),
)


class Comparer(unittest.TestCase):
    def test_each_type_tells_values_apart(self):
        for kind, text, same, others, declared in PAIRS:
            column = declared and {"charset": None, **declared}
            cell = official.Cell(2, text, kind, 0)
            with self.subTest(type=kind, text=text):
                self.assertIsNone(cells.compare(cell, same, values_test.Facts(column)))
                for other in others:
                    with self.subTest(other=other):
                        self.assertFalse(self.equal(cell, other, column))

    @staticmethod
    def equal(cell, other, column):
        try:
            return cells.compare(cell, other, values_test.Facts(column)) is None
        except (ValueError, KeyError, TypeError):
            return False  # what is no cell of that type at all

    def test_a_label_belongs_to_one_index(self):
        facts = values_test.Facts()
        self.assertTrue(facts.label(1, "a"))
        self.assertFalse(facts.label(2, "a"))
        self.assertFalse(facts.label(1, "b"))

    def test_nested_functions_give_operations_in_order(self):
        text = "JSON_INSERT(\n     JSON_REPLACE(\n     JSON_REMOVE(@2, '$.o.deep[0]'),\n     '$.n', 2),\n     '$.m', 'new')"
        self.assertEqual(cells.diff_operations(text, 2),
                         [("remove", "$.o.deep[0]", None), ("replace", "$.n", "2"), ("insert", "$.m", '"new"')])

    def test_labels_out_of_a_declaration(self):
        column = {"data_type": "enum", "type": r"enum('it''s','\\','a,b','','l\nf')"}
        self.assertEqual(tables.labels_of(column), ["it's", "\\", "a,b", "", "l\nf"])


if __name__ == "__main__":
    unittest.main()
