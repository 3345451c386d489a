"""The encoder against bytes that real servers wrote: it reproduces them exactly."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "fixtures" / "synthetic"))

import encode_gtid as gtid  # noqa: E402  (the path comes first)
import encode_json  # noqa: E402
import encode_packed  # noqa: E402
import encode_rows as rows  # noqa: E402
import encode_values as values  # noqa: E402


class EncoderBytesTest(unittest.TestCase):
    def same(self, data, text):
        self.assertEqual(data.hex(), text.replace(" ", ""))

    def test_decimals(self):
        for precision, scale, value, text in ((11, 4, "-57.1234", "7f ff ff c6 fb 2d"), (11, 4, "-0.0001", "7f ff ff ff ff fe"),
                                              (9, 9, "-0.000000001", "7f ff ff fe")):
            self.same(values.decimal_wire(precision, scale, value), text)

    def test_times(self):
        for micro, digits, text in ((0, 0, "7e fd fc"), (250000, 2, "7e fd fb e7"), (250000, 4, "7e fd fb f6 3c"),
                                    (250000, 6, "7e fd fb fc 2f 70"), (10123, 6, "7e fd fb ff d8 75")):
            self.same(values.time2(-1, 16, 8, 4, micro, digits)[1], text)
        for digits, text in ((1, "5a"), (2, "09"), (3, "00 5a"), (4, "00 09"), (5, "00 00 5a")):
            self.same(values.time2(1, 0, 0, 0, 9 * 10 ** (6 - digits), digits)[1][3:], text)
        self.same(values.time2(-1, 838, 59, 59)[1], "4b 91 05")

    def test_dates(self):
        self.same(values.date(2000, 0, 0)[1], "00 a0 0f")
        self.same(values.datetime2(2013, 0, 0)[1], "99 8e 40 00 00")
        self.same(values.datetime2(2013, 5, 0, 10, 0, 0, 1, 6)[1], "99 8f 80 a0 00 00 00 01")

    def test_numbers(self):
        self.same(values.float32(5.61)[1], "1f 85 b3 40")
        self.same(values.integer(9, -8388608)[1], "00 00 80")

    def test_gtids(self):
        wide = gtid.Gtid((1 << 63) - 2, bytes.fromhex("bbbbbbbb888866664444222222222222"), immediate=0x0661789F422DC7,
                         original=1234567890123456, length=297, version=90704)
        self.same(wide.body(), "00 bb bb bb bb 88 88 66 66 44 44 22 22 22 22 22 22 fe ff ff ff ff ff ff 7f 02" + "00" * 8 + "01" + "00" * 7 +
                  "c7 2d 42 9f 78 61 86 c0 ba 8a 3c d5 62 04 fc 29 01 50 62 01 00")
        tagged = gtid.Gtid(1, bytes.fromhex("e091151aec8311f1aeed02fc00000001"), tag="abc", immediate=0x0661789F42180E, length=291, version=90704)
        self.same(gtid.tagged_body(tagged), "02 72 00 00 00 02 81 03 45 02 2a 34 b1 03 0d 02 22 c5 03 b9 02 b5 03 04 f1 03 00 00 00 02 04 04 06 06 61 62 63 "
                  "08 00 0a 04 0c 7f 0e 18 42 9f 78 61 06 10 8d 04 12 83 12 0b")
        self.same(gtid.previous_gtids_body([], tagged=True), "01 00 00 00 00 00 00 01")

    def test_metadata(self):
        self.same(rows.prefix_primary_key([(2, 0), (0, 10), (1, 20)]), "09 06 02 00 00 0a 01 14")

    def test_partial_update(self):
        diff = rows.json_diffs([rows.json_diff(0, b"$.full", encode_json.document(3))])
        self.same(diff, "0c 00 00 00 00 06 24 2e 66 75 6c 6c 03 05 03 00")

    def test_payload_head(self):
        fields = [(2, b"\0"), (3, bytes.fromhex("fd84e2e4")), (1, bytes.fromhex("fc7102"))]
        self.same(encode_packed.payload_head(fields), "02 01 00 03 04 fd 84 e2 e4 01 03 fc 71 02 00")


if __name__ == "__main__":
    unittest.main()
