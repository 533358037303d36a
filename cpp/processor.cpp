// A module of one function: which instruction sets the processor supports. It is loaded before a core is chosen, in
// packages with cores for several instruction sets (CMakeLists.txt, UNJAM_INSTRUCTIONS).
#include <Python.h>

namespace {

/// The instruction sets that the processor (and the system) can run, each including those before it.
PyObject* instructions(PyObject*, PyObject*) {
    PyObject* names = PyList_New(0);
    const auto add = [&](const char* name) {
        PyObject* text = names ? PyUnicode_FromString(name) : nullptr;
        if (!text || PyList_Append(names, text) != 0) Py_CLEAR(names);
        Py_XDECREF(text);
    };
#ifdef __x86_64__
    __builtin_cpu_init();
    add("x86-64");
    if (__builtin_cpu_supports("x86-64-v2")) add("x86-64-v2");
    if (__builtin_cpu_supports("x86-64-v3")) add("x86-64-v3");
    if (__builtin_cpu_supports("x86-64-v4")) add("x86-64-v4");
#endif
    return names;
}

PyMethodDef functions[] = {{"instructions", instructions, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "_processor", nullptr, 0, functions, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__processor() { return PyModule_Create(&module); }
