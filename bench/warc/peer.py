"""What others do with a WARC file: peer.py fastwarc|warcio FILE OUT

Writes a line of JSON a page, as the tutorials of FastWARC and resiliparse, and of warcio and trafilatura, have
it. Prints how many there were.
"""
import json
import sys


def read_fastwarc(path):
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    from resiliparse.parse.html import HTMLTree

    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=True):
            if record.http_headers is None or record.http_headers.status_code != 200:
                continue
            if not (record.http_content_type or "").startswith("text/html"):
                continue
            body = record.reader.read()
            tree = HTMLTree.parse(bytes_to_str(body, record.http_charset or detect_encoding(body)))
            yield record.record_id, record.headers.get("WARC-Target-URI"), extract_plain_text(tree, main_content=True)


def read_warcio(path):
    from trafilatura import extract
    from warcio.archiveiterator import ArchiveIterator

    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream):
            # warcio reads HTTP headers of addresses with a scheme only.
            if record.rec_type != "response" or not record.http_headers or record.http_headers.get_statuscode() != "200":
                continue
            if not (record.http_headers.get_header("Content-Type") or "").startswith("text/html"):
                continue
            url = record.rec_headers.get_header("WARC-Target-URI")
            try:
                text = extract(record.content_stream().read(), url=url or None)
            except Exception:  # what it cannot read costs what it took to find out
                text = None
            yield record.rec_headers.get_header("WARC-Record-ID"), url, text


def main():
    reader, path, out = sys.argv[1:]
    count = 0
    with open(out, "w", encoding="utf-8", errors="replace") as lines:
        for record_id, url, text in {"fastwarc": read_fastwarc, "warcio": read_warcio}[reader](path):
            lines.write(json.dumps({"id": record_id, "url": url, "text": text}, ensure_ascii=False) + "\n")
            count += 1
    print(count)


if __name__ == "__main__":
    main()
