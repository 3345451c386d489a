"""The saved proof that `sql` rebuilds tables on a real server and `--flashback` empties them: fixtures/mysql/replay-proof.json.

fixtures/capture/replay_sql.py makes it; replay_proof_test.py compares today's output with it.
"""
import hashlib
import json
import os
import subprocess

import logs

FILE = os.path.join(logs.FIXTURES, "mysql", "replay-proof.json")
# Tables with generated columns: a log does not say which these are, and MySQL takes no value for one.
# Tables of MariaDB's old high-resolution temporals, which are not read at all.
LEFT_OUT = {"mysql/11_keys": ("computed",), "mariadb/05_old_temporals": ("hires_datetime", "hires_time", "hires_timestamp"),
            "mariadb/11_row_image": ("sv",)}
# Not replayable in memory, since images are partial; a server fills in what they leave out.
PARTIAL = ("mysql/21_image_minimal", "mysql/22_image_noblob", "mysql/24_partial_json", "mysql/25_partial_json_minimal",
           "mysql/33_image_and_metadata_minimal", "mariadb/11_row_image")
# Rows were deleted of which the log has the key alone: nothing can bring them back, and --flashback says so.
FORWARD_ONLY = tuple(name for name in PARTIAL if name != "mysql/24_partial_json")
# A system-versioned table writes its history by itself, so that the logged history cannot be put in.
NOT_BY_SQL = ("mariadb/16_system_versioned",)
STATUS = {"mariadb/05_old_temporals": 3}


def proved(scenario):
    return (scenario.replayable or scenario.name in PARTIAL) and scenario.name not in NOT_BY_SQL


def load():
    if not os.path.exists(FILE):
        return {}
    with open(FILE, encoding="utf-8") as source:
        return json.load(source)["scenarios"]


def save(scenarios):
    with open(FILE, "w", encoding="utf-8") as out:
        json.dump({"made_by": "fixtures/capture/replay_sql.py", "scenarios": dict(sorted(scenarios.items()))}, out, indent=1)
        out.write("\n")


def hash_of(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode("utf-8")).hexdigest()


def canonical(export, left_out=()):
    """Tables whose rows have no order of their own, sorted; without those named."""
    found = []
    export = export.replace(" /* mariadb-5.3 */", "")  # how a temporal is stored is the server's business
    for line in export.split("\n")[:-1]:
        if line.startswith("{"):
            found.append([line, []])
        else:
            found[-1][1].append(json.dumps(json.loads(line), ensure_ascii=False))
    return "\n".join("\n".join([json.dumps(json.loads(head), ensure_ascii=False), *sorted(rows)])
                     for head, rows in sorted(found) if json.loads(head)["table"] not in left_out)


def tables(scenario):
    """The tables that a server must have in the end."""
    return canonical(logs.read(scenario.path("tables.jsonl")).decode("utf-8"), LEFT_OUT.get(scenario.name, ()))


def options(scenario):
    """What the tool is called with: the schema where the log has no names, rows of XA transactions that were committed later."""
    found = ["--include-prepared"]
    if scenario.server == "mysql":
        full = scenario.facts["options"]["binlog_row_metadata"] == "FULL"
    else:
        full = any("metadata=FULL" in option for option in scenario.facts["options"])
    for table in tables_of(scenario) if scenario.name in LEFT_OUT else ():
        found += ["--table", table] if table not in LEFT_OUT[scenario.name] else []
    return found if full else found + ["--schema", scenario.schema]


def tables_of(scenario):
    lines = map(json.loads, logs.read(scenario.path("tables.jsonl")).decode("utf-8").splitlines())
    return [line["table"] for line in lines if isinstance(line, dict)]


def output(tool, scenario, flashback):
    """What `sql` prints of a scenario's logs."""
    command = [tool, "rows", "--format", "sql", *options(scenario), *(["--flashback"] if flashback else []), *scenario.paths()]
    done = subprocess.run(command, capture_output=True)
    if done.returncode != STATUS.get(scenario.name, 0):
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr.decode('utf-8', 'replace')}")
    return done.stdout
