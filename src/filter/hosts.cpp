#include "filter/hosts.hpp"

#include <algorithm>
#include <iterator>

namespace pith::filter {

std::string host_of(std::string_view url) {
  const auto ends_part = [](char c) { return c == '/' || c == '?' || c == '#'; };
  const auto slashes = static_cast<std::size_t>(std::find_if(url.begin(), url.end(), ends_part) - url.begin());
  if (!url.substr(slashes).starts_with("//")) return {};
  url.remove_prefix(slashes + 2);
  const auto end = std::find_if(url.begin(), url.end(), [&](char c) { return ends_part(c) || c == '\\'; });
  url = url.substr(0, static_cast<std::size_t>(end - url.begin()));
  if (const std::size_t at = url.rfind('@'); at != std::string_view::npos) url.remove_prefix(at + 1);
  url = url.substr(0, url.find(':'));
  while (!url.empty() && url.back() == '.') url.remove_suffix(1);
  std::string host(url);
  for (char& c : host)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return host;
}

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
