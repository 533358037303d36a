// Python.h for a machine with Python 3.11: its own, and what the stable interface of 3.12 added to it that nanobind uses.
#pragma once

#include_next <Python.h>
#include <structmember.h>

#undef PY_VERSION_HEX
#define PY_VERSION_HEX 0x030C0000

#ifndef Py_TPFLAGS_HAVE_VECTORCALL
#define Py_TPFLAGS_HAVE_VECTORCALL (1UL << 11)
#endif
#ifndef PY_VECTORCALL_ARGUMENTS_OFFSET
#define PY_VECTORCALL_ARGUMENTS_OFFSET ((size_t)1 << (8 * sizeof(size_t) - 1))
#endif

#define Py_mod_multiple_interpreters 3
#define Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED ((void*)0)

#define Py_T_OBJECT_EX T_OBJECT_EX
#define Py_T_PYSSIZET T_PYSSIZET
#define Py_READONLY READONLY
#define Py_RELATIVE_OFFSET 8

extern "C" {
typedef PyObject* (*vectorcallfunc)(PyObject* callable, PyObject* const* args, size_t count, PyObject* names);
PyObject* PyErr_GetRaisedException(void);
void PyErr_SetRaisedException(PyObject* error);
void* PyObject_GetTypeData(PyObject* object, PyTypeObject* type);
PyObject* PyType_FromMetaclass(PyTypeObject* metaclass, PyObject* module, PyType_Spec* spec, PyObject* bases);
PyObject* PyObject_Vectorcall(PyObject* callable, PyObject* const* args, size_t count, PyObject* names);
PyObject* PyObject_VectorcallMethod(PyObject* name, PyObject* const* args, size_t count, PyObject* names);
PyObject* PyVectorcall_Call(PyObject* callable, PyObject* args, PyObject* named);
Py_ssize_t PyVectorcall_NARGS(size_t count);
}
