"""The library as others find it: an installed tree moved elsewhere, by find_package, pkg-config and add_subdirectory, static and
shared; and Debian packages."""
import glob
import os
import re
import shutil
import unittest

from harness import ARCHIVE, BUILD, CC, CXX, FIXTURES, ROOT, InFolder, instrumentation, run

LOG = os.path.join(FIXTURES, "mysql", "01_oltp", "binlog.000001")
EXAMPLE = os.path.join(ROOT, "ports", "examples", "socket_feed.c")
EXPECTED = re.compile(r"300 transactions, \d+ changes, ok\n")


class Consumers(InFolder):
    def setUp(self):
        super().setUp()
        # Installed by DESTDIR below another prefix, then moved: nothing inside may depend on where it was.
        run(["cmake", "--install", BUILD, "--prefix", "/opt/nanobinlog"], env=dict(os.environ, DESTDIR=self.path("stage")))
        self.prefix = self.path("moved here")
        shutil.move(self.path("stage", "opt", "nanobinlog"), self.prefix)
        self.libdir = os.path.dirname(glob.glob(os.path.join(self.prefix, "lib*", "**", "libnanobinlog.a"), recursive=True)[0])
        self.instrumented = instrumentation(ARCHIVE)

    def check(self, program, shared, **more):
        self.assertRegex(run([program, LOG], **more), EXPECTED)
        needed = run(["readelf", "-dW", program])
        self.assertEqual("libnanobinlog.so.1" in needed, shared, needed)
        if not self.instrumented:
            self.assertNotRegex(needed, r"NEEDED.*stdc\+\+")

    def cmake(self, text, *arguments):
        self.file("project/CMakeLists.txt", text)
        shutil.copy(EXAMPLE, self.path("project", "main.c"))
        shutil.rmtree(self.path("built"), True)
        flags = " ".join(self.instrumented)
        run(["cmake", "-S", self.path("project"), "-B", self.path("built"), "-DCMAKE_C_COMPILER=" + CC, "-DCMAKE_C_FLAGS=" + flags] +
            list(arguments))
        run(["cmake", "--build", self.path("built"), "-j", "2"])
        return self.path("built", "main")

    def found(self, call, *arguments):
        return self.cmake("cmake_minimum_required(VERSION 3.21)\nproject(consumer C)\n" + call + "\nadd_executable(main main.c)\n"
                          "target_link_libraries(main PRIVATE nanobinlog::nanobinlog)\n", "-DCMAKE_PREFIX_PATH=" + self.prefix, *arguments)

    def test_find_package(self):
        # Of a project that knows no C++ at all.
        self.check(self.found("find_package(nanobinlog 0.1 REQUIRED)"), shared=False)
        self.check(self.found("find_package(nanobinlog REQUIRED COMPONENTS shared)"), shared=True)
        self.check(self.found("find_package(nanobinlog REQUIRED)", "-DBUILD_SHARED_LIBS=ON"), shared=True)
        self.check(self.found("find_package(nanobinlog REQUIRED COMPONENTS static)", "-DBUILD_SHARED_LIBS=ON"), shared=False)

    def test_find_package_refuses_what_is_not_there(self):
        for call in ("find_package(nanobinlog 1.0 REQUIRED)", "find_package(nanobinlog REQUIRED COMPONENTS quantum)"):
            with self.assertRaises(AssertionError):
                self.found(call)

    def test_find_package_from_cpp(self):
        self.file("project/main.cpp", '#include "nanobinlog/log.hpp"\nint main() { return nbl::log_reader_workspace_size({}) == 0; }\n')
        program = self.cmake("cmake_minimum_required(VERSION 3.21)\nproject(consumer CXX)\nfind_package(nanobinlog REQUIRED)\n"
                             "add_executable(main main.cpp)\ntarget_compile_features(main PRIVATE cxx_std_17)\n"
                             "target_link_libraries(main PRIVATE nanobinlog::nanobinlog)\n", "-DCMAKE_PREFIX_PATH=" + self.prefix,
                             "-DCMAKE_CXX_COMPILER=" + CXX, "-DCMAKE_CXX_FLAGS=" + " ".join(self.instrumented))
        run([program])

    def test_pkg_config(self):
        environment = dict(os.environ, PKG_CONFIG_PATH=os.path.join(self.libdir, "pkgconfig"))
        with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as text:
            version = re.search(r"project\(nanobinlog VERSION ([\d.]+)", text.read()).group(1)
        for module, shared in (("nanobinlog", True), ("nanobinlog-static", False)):
            self.assertEqual(run(["pkg-config", "--modversion", module], env=environment).strip(), version)
            flags = run(["pkg-config", "--cflags", "--libs", module], env=environment)
            # Through a shell, as a makefile does: the place has a space in its name.
            program = self.path("by-" + module)
            run(["sh", "-c", "%s -std=c99 -pedantic -Werror %s %s %s -o %s" % (CC, EXAMPLE, flags.strip(), " ".join(self.instrumented), program)])
            self.check(program, shared, env=dict(os.environ, LD_LIBRARY_PATH=self.libdir))

    def test_add_subdirectory_adds_the_library_alone(self):
        program = self.cmake("cmake_minimum_required(VERSION 3.21)\nproject(consumer C CXX)\n"
                             'add_subdirectory("%s" nanobinlog)\n' % ROOT +
                             "get_property(targets DIRECTORY \"%s\" PROPERTY BUILDSYSTEM_TARGETS)\n" % ROOT +
                             'file(WRITE "${CMAKE_BINARY_DIR}/targets.txt" "${targets}")\n'
                             "get_property(tests DIRECTORY \"%s\" PROPERTY TESTS)\n" % ROOT +
                             'file(WRITE "${CMAKE_BINARY_DIR}/tests.txt" "${tests}")\n'
                             "add_executable(main main.c)\nset_target_properties(main PROPERTIES LINKER_LANGUAGE C)\n"
                             "target_link_libraries(main PRIVATE nanobinlog::nanobinlog)\ntarget_link_options(main PRIVATE -Wl,--as-needed)\n",
                             "-DCMAKE_CXX_COMPILER=" + CXX, "-DCMAKE_CXX_FLAGS=" + " ".join(self.instrumented))
        self.check(program, shared=False)
        with open(self.path("built", "targets.txt"), encoding="utf-8") as text:
            self.assertEqual(sorted(text.read().split(";")), ["nanobinlog", "nanobinlog_warnings"])
        with open(self.path("built", "tests.txt"), encoding="utf-8") as text:
            self.assertEqual(text.read(), "")
        cache = run(["cmake", "-LA", "-N", self.path("built")])
        names = {match for match in re.findall(r"(?m)^(\w+):", cache)}
        self.assertFalse({name for name in names if not name.startswith(("CMAKE_", "NANOBINLOG_", "nanobinlog_", "FETCHCONTENT_"))} -
                         {"consumer_BINARY_DIR", "consumer_SOURCE_DIR", "consumer_IS_TOP_LEVEL"})

    def test_add_subdirectory_from_a_project_without_cpp(self):
        program = self.cmake("cmake_minimum_required(VERSION 3.21)\nproject(consumer C)\n"
                             'add_subdirectory("%s" nanobinlog)\n' % ROOT +
                             "add_executable(main main.c)\nset_target_properties(main PROPERTIES LINKER_LANGUAGE C)\n"
                             "target_link_libraries(main PRIVATE nanobinlog::nanobinlog)\n",
                             "-DCMAKE_CXX_COMPILER=" + CXX, "-DCMAKE_CXX_FLAGS=" + " ".join(self.instrumented))
        self.check(program, shared=False)

    def test_make_install(self):
        run(["make", "-C", ROOT, "install", "BUILD=" + BUILD, "PREFIX=/usr", "DESTDIR=" + self.path("root")])
        self.assertEqual(os.listdir(self.path("root")), ["usr"])
        self.assertTrue(os.path.exists(self.path("root", "usr", "include", "nanobinlog", "nanobinlog.h")))
        self.assertEqual(len(glob.glob(self.path("root", "usr", "lib*", "**", "libnanobinlog.so.1"), recursive=True)), 1)

    def test_the_installed_tree(self):
        names = {os.path.relpath(os.path.join(folder, name), self.prefix) for folder, _, files in os.walk(self.prefix) for name in files}
        for name in ("bin/nanobinlog", "include/nanobinlog/nanobinlog.h", "include/nanobinlog/log.hpp", "share/man/man1/nanobinlog.1",
                     "share/bash-completion/completions/nanobinlog", "share/zsh/site-functions/_nanobinlog"):
            self.assertIn(name, names)
        self.assertFalse([name for name in names if re.search(r"test|fixture|src/", name)])
        for folder in ("cmake/nanobinlog", "pkgconfig"):
            for path in glob.glob(os.path.join(self.libdir, folder, "*")):
                with open(path, encoding="utf-8") as text:
                    self.assertNotIn(ROOT + "/", text.read(), path)

    def test_debian_packages(self):
        run(["cpack", "-G", "DEB", "-B", self.path("debs")], cwd=BUILD)
        contents = {}
        for path in glob.glob(self.path("debs", "*.deb")):
            contents[run(["dpkg-deb", "-f", path, "Package"]).strip()] = run(["dpkg-deb", "-c", path])
        self.assertEqual(sorted(contents), ["libnanobinlog-dev", "libnanobinlog1", "nanobinlog"])
        self.assertIn("libnanobinlog.so.1\n", contents["libnanobinlog1"].replace(" -> ", "\n"))
        self.assertNotIn("/include/", contents["libnanobinlog1"])
        for name in ("./usr/include/nanobinlog/nanobinlog.h", "libnanobinlog.a", "nanobinlog.pc", "nanobinlogConfig.cmake"):
            self.assertIn(name, contents["libnanobinlog-dev"])
        self.assertIn("./usr/bin/nanobinlog", contents["nanobinlog"])
        # Where Debian's zsh looks: `print -l $fpath` has no /usr/share/zsh/site-functions.
        self.assertIn("./usr/share/zsh/vendor-completions/_nanobinlog", contents["nanobinlog"])
        self.assertNotIn("site-functions", contents["nanobinlog"])
        for package, listing in contents.items():
            self.assertIn("./usr/share/doc/%s/copyright" % package, listing)


if __name__ == "__main__":
    unittest.main()
