# docker build -t pith . ; docker run --rm --read-only -i pith extract - < page.html
FROM debian:12-slim AS build
COPY scripts/install-dependencies.sh scripts/progress.sh /pith/scripts/
RUN /pith/scripts/install-dependencies.sh web && rm -rf /var/lib/apt/lists/*
COPY . /pith
WORKDIR /pith
RUN scripts/web.sh && scripts/build.sh release all && cmake --install build/release --prefix /opt/pith --strip

# What the program links against, and certificates, and nothing to build with.
FROM debian:12-slim
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends \
      ca-certificates libbrotli1 libcurl4 libdeflate0 libfmt9 libicu72 libmd0 libsimdjson14 libsqlite3-0 libstemmer0d \
      libxml2 libxslt1.1 libzstd1 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --no-create-home --uid 10001 pith
COPY --from=build /opt/pith /usr/local
RUN ldconfig && pith --version
USER 10001
WORKDIR /work
ENTRYPOINT ["pith"]
CMD ["--help"]
