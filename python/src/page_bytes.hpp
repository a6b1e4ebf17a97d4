#pragma once

#include <nanobind/nanobind.h>

#include <string_view>

namespace pith::python {

/// The bytes of a page that Python holds: of str, bytes or whatever lends a buffer. Nothing is copied, but str that has
/// no UTF-8 (lone surrogates). They live as long as this, also while the GIL is released; made and destroyed with it
/// held.
class PageBytes {
 public:
  /// Throws TypeError when `page` is none of these.
  explicit PageBytes(nanobind::handle page) {
    PyObject* object = page.ptr();
    const char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyUnicode_Check(object)) {
      is_text_ = true;
      data = PyUnicode_AsUTF8AndSize(object, &size);
      if (data == nullptr) {
        PyErr_Clear();
        encoded_ = nanobind::steal(PyUnicode_AsEncodedString(object, "utf-8", "replace"));
        object = encoded_.ptr();
        if (object == nullptr) throw nanobind::python_error();
      }
    }
    if (data == nullptr) {
      if (PyObject_GetBuffer(object, &buffer_, PyBUF_SIMPLE) != 0) {
        if (PyErr_ExceptionMatches(PyExc_TypeError) == 0)
          throw nanobind::python_error();  // BufferError: not contiguous
        PyErr_Clear();
        throw nanobind::type_error("a page is str, bytes or another buffer of bytes");
      }
      has_buffer_ = true;
      data = static_cast<const char*>(buffer_.buf);
      size = buffer_.len;
    }
    view_ = {data, static_cast<std::size_t>(size)};
  }
  ~PageBytes() {
    if (has_buffer_) PyBuffer_Release(&buffer_);
  }
  PageBytes(const PageBytes&) = delete;
  PageBytes& operator=(const PageBytes&) = delete;

  [[nodiscard]] std::string_view view() const noexcept { return view_; }
  /// Decoded already, so that what the page says of its encoding no longer holds.
  [[nodiscard]] bool is_text() const noexcept { return is_text_; }

 private:
  nanobind::object encoded_;
  Py_buffer buffer_{};
  std::string_view view_;
  bool has_buffer_ = false, is_text_ = false;
};

}  // namespace pith::python
