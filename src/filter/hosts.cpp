#include "filter/hosts.hpp"

#include <algorithm>
#include <iterator>

#include "text/ascii.hpp"
#include "text/url.hpp"

namespace pith::filter {

std::string host_of(std::string_view url) { return text::ascii_lowered(text::split_address(url).host); }

std::string_view domain_of_host(std::string_view host) noexcept {
  constexpr std::string_view kSecondLevels[] = {"co", "com", "org", "net", "gov", "edu", "ac", "or", "ne", "go"};
  const std::size_t last = host.rfind('.');
  if (last == std::string_view::npos || last == 0) return host;
  std::size_t cut = host.rfind('.', last - 1);
  if (cut == std::string_view::npos) return host;
  const std::string_view second = host.substr(cut + 1, last - cut - 1);
  if (cut > 0 && host.size() - last == 3 &&
      std::find(std::begin(kSecondLevels), std::end(kSecondLevels), second) != std::end(kSecondLevels))
    cut = host.rfind('.', cut - 1);
  return cut == std::string_view::npos ? host : host.substr(cut + 1);
}

void HostList::add(std::string_view hosts) {
  constexpr std::string_view kBetween = ", \t\n\r";
  while (!hosts.empty()) {
    const std::size_t end = std::min(hosts.find_first_of(kBetween), hosts.size());
    if (end > 0) hosts_.insert(host_of("//" + std::string(hosts.substr(0, end))));
    hosts.remove_prefix(std::min(end + 1, hosts.size()));
  }
}

bool HostList::holds(std::string_view host) const {
  while (!host.empty()) {
    if (hosts_.contains(std::string(host))) return true;
    const std::size_t dot = host.find('.');
    if (dot == std::string_view::npos) return false;
    host.remove_prefix(dot + 1);
  }
  return false;
}

std::string_view known_advertisers() noexcept {
  return "doubleclick.net,googlesyndication.com,googleadservices.com,adnxs.com,adsrvr.org,advertising.com,atdmt.com,"
         "amazon-adsystem.com,criteo.com,criteo.net,outbrain.com,taboola.com,revcontent.com,mgid.com,zedo.com,"
         "rubiconproject.com,pubmatic.com,openx.net,casalemedia.com,adform.net,smartadserver.com,yieldmo.com,"
         "adtechus.com,fastclick.net,tribalfusion.com,media.net,2mdn.net,moatads.com,adroll.com,bidswitch.net,"
         "cpro.baidu.com,pos.baidu.com,tanx.com,mmstat.com,allyes.com,mediav.com,ipinyou.com,admaster.com.cn,"
         "miaozhen.com,adsame.com,gridsumdissector.com,l.qq.com,gdt.qq.com,sax.sina.com.cn,adnet.sohu.com,g.163.com";
}

}  // namespace pith::filter
