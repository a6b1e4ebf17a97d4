#pragma once

// What a pith::SiteMemory holds: open to what keeps memories on a disk. Inside the library only.

#include <memory>

#include "method/method.hpp"
#include "pith/pith.hpp"
#include "site/memory.hpp"

namespace pith {

struct [[gnu::visibility("hidden")]] SiteMemory::Impl {
  Error error;
  const method::Method* method = nullptr;
  std::unique_ptr<site::Memory> sites;  ///< nullptr: nothing can be learnt
};

}  // namespace pith
