"""Steps from articles to a corpus.

No step takes rows away: it writes into the column `left_out` why a row is not wanted, where no step before has. So one
pass does all steps, `report` counts what each has left out, and `kept` gives the rest.
"""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa
from pyspark.sql import Column, DataFrame, types
from pyspark.sql import functions as F

from pith import _core
from pith._options import PAGE_TYPES, checked
from pith.spark._job import arrow_function, checked_column

LEFT_OUT = "left_out"
#: Of what a page may forbid robots, what speaks against a corpus for language models.
OPT_OUTS = ("noai", "tdm-reservation")


def _reasons(df: DataFrame) -> Column:
    return F.col(LEFT_OUT) if LEFT_OUT in df.columns else F.lit(None).cast("string")


def leave_out(df: DataFrame, reason: str, unwanted: Column) -> DataFrame:
    """A step of one's own: leaves out the rows for which `unwanted` is true, for a reason:
    `leave_out(articles, "no_title", F.col("title").isNull())`."""
    known = _reasons(df)
    return df.withColumn(LEFT_OUT, F.when(known.isNull() & F.coalesce(unwanted, F.lit(False)), reason).otherwise(known))


def kept(df: DataFrame) -> DataFrame:
    """What no step has left out, without the column `left_out`."""
    return df.where(_reasons(df).isNull()).drop(LEFT_OUT)


def report(df: DataFrame, text: str = "text") -> DataFrame:
    """What each step has left out: `left_out` (null: nothing, these are kept), `pages`, `characters`; most first."""
    length = F.length(checked_column(df.columns, text))
    sums = (F.count(F.lit(1)).alias("pages"), F.coalesce(F.sum(length), F.lit(0)).alias("characters"))
    return df.groupBy(_reasons(df).alias(LEFT_OUT)).agg(*sums).orderBy(F.desc("pages"))


def keep_languages(df: DataFrame, languages: str | Iterable[str], column: str = "language") -> DataFrame:
    """Leaves out pages in other languages (`other_language`); "zh" is also "zh-CN". A page whose language is not known is
    in another one."""
    wanted = [languages] if isinstance(languages, str) else list(languages)
    primary = F.lower(F.regexp_extract(checked_column(df.columns, column), "^[A-Za-z]+", 0))
    return leave_out(df, "other_language", ~F.coalesce(primary, F.lit("")).isin([tag.lower() for tag in wanted]))


def keep_page_types(
    df: DataFrame, page_types: str | Iterable[str], min_probability: float = 0.0, column: str = "page_type"
) -> DataFrame:
    """Leaves out pages of other types (`other_type`), and those whose type is less probable (`improbable`)."""
    wanted = [page_types] if isinstance(page_types, str) else list(page_types)
    for name in wanted:
        checked("type of page", name, PAGE_TYPES)
    df = leave_out(df, "other_type", ~F.coalesce(F.col(checked_column(df.columns, column)), F.lit("")).isin(wanted))
    if min_probability <= 0:
        return df
    return leave_out(df, "improbable", F.coalesce(F.col("page_type_probability"), F.lit(0.0)) < min_probability)


def keep_lengths(df: DataFrame, least: int = 0, most: int | None = None, text: str = "text") -> DataFrame:
    """Leaves out texts of fewer characters (`short`), also of none, and of more (`long`)."""
    length = F.coalesce(F.length(checked_column(df.columns, text)), F.lit(0))
    df = leave_out(df, "short", length < least)
    return df if most is None else leave_out(df, "long", length > most)


# --- Quality ---

MEASURES = types.StructType(
    [types.StructField(name, types.LongType()) for name in ("characters", "words")]
    + [
        types.StructField(name, types.FloatType())
        for name in ("word_length", "cjk", "lettered", "symbols", "bullets", "ellipses", "repeated")
    ]
)


def measures(text: str | Column = "text") -> Column:
    """What a text is like, by numbers that builders of corpora filter by (Rae et al. 2021, Gopher): a struct of

    `characters` without white space; `words`, of CJK text each character; `word_length`, the mean of words that are not CJK;
    `cjk`, their share of the words; `lettered`, the share of words with a letter; `symbols`, "#" and "…" per word;
    `bullets` and `ellipses`, the share of lines that begin or end with one; `repeated`, the share of the characters that
    stand in lines that have come before.
    """

    def measure(column: pa.Array) -> pa.Array:
        batch = pa.record_batch(_core.measures_of(pa.RecordBatch.from_arrays([column], ["text"])))
        return pa.StructArray.from_arrays(batch.columns, batch.schema.names)

    return arrow_function(measure, MEASURES)(text)


def keep_quality(
    df: DataFrame,
    *,
    least_words: int = 50,
    most_words: int = 100_000,
    least_word_length: float = 3,
    most_word_length: float = 10,
    least_lettered: float = 0.8,
    most_symbols: float = 0.1,
    most_bullets: float = 0.9,
    most_ellipses: float = 0.3,
    most_repeated: float = 0.2,
    text: str = "text",
) -> DataFrame:
    """Leaves out what the quality filter of Gopher leaves out, in any language: `few_words`, `many_words`, `word_length`,
    `few_letters`, `symbols`, `bullets`, `ellipses`, `repeated`.

    The defaults are those of Rae et al. 2021, without the rule of English stop words; the length of words says nothing where
    most of them are CJK characters.
    """
    kept_columns = df.columns
    df = df.withColumn("_measures", measures(F.col(checked_column(df.columns, text))))
    words, length = F.col("_measures.words"), F.col("_measures.word_length")
    alphabetic = F.col("_measures.cjk") < 0.5
    for reason, unwanted in (
        ("few_words", words < least_words),
        ("many_words", words > most_words),
        ("word_length", alphabetic & ((length < least_word_length) | (length > most_word_length))),
        ("few_letters", F.col("_measures.lettered") < least_lettered),
        ("symbols", F.col("_measures.symbols") > most_symbols),
        ("bullets", F.col("_measures.bullets") > most_bullets),
        ("ellipses", F.col("_measures.ellipses") > most_ellipses),
        ("repeated", F.col("_measures.repeated") > most_repeated),
    ):
        df = leave_out(df, reason, unwanted)
    return df.select(*dict.fromkeys([*kept_columns, LEFT_OUT]))


# --- Opt-outs ---


def robots(html: str | Column = "html") -> Column:
    """What pages forbid robots by their meta elements, as a list: "noindex", "noai", "tdm-reservation", ... For pages that
    do not come from `pith.spark.pages`, which reads the fields of the server, too."""

    def read(column: pa.Array) -> pa.Array:
        batch = pa.RecordBatch.from_arrays([column], ["html"])
        return pa.record_batch(_core.robots_of(batch)).column("robots").cast(pa.list_(pa.string()))

    return arrow_function(read, types.ArrayType(types.StringType()))(html)


def drop_opted_out(
    df: DataFrame,
    directives: Iterable[str] = OPT_OUTS,
    *,
    hosts: DataFrame | None = None,
    column: str = "robots",
    url: str = "url",
) -> DataFrame:
    """Leaves out pages whose owners do not want them in a corpus (`opted_out`).

    :param directives: Of `column`: what counts. "noai" and the reservation of text and data mining (TDMRep) by default;
        "noindex" and "noarchive" speak of other uses, add them if you read them so.
    :param hosts: A table with a column `host`: whole hosts, as a crawler knows them from robots.txt and
        /.well-known/tdmrep.json, which stand in no page.
    """
    unwanted = F.arrays_overlap(checked_column(df.columns, column), F.array(*(F.lit(word) for word in directives)))
    df = leave_out(df, "opted_out", unwanted)
    if hosts is None:
        return df
    from pith.spark._sites import host_of

    known = hosts.select(F.col("host").alias("_host")).distinct().withColumn("_out", F.lit(True))
    df = df.withColumn("_host", host_of({"url": checked_column(df.columns, url)})).join(known, "_host", "left")
    return leave_out(df, "opted_out", F.col("_out")).drop("_host", "_out")


# --- Duplicates ---

FINGERPRINTS = types.StructType(
    [types.StructField("exact", types.LongType()), types.StructField("bands", types.ArrayType(types.LongType()))]
)


def fingerprints(text: str | Column = "text", *, bands: int = 14, rows: int = 8) -> Column:
    """What tells texts that say the same: a struct of `exact`, a hash of all but white space, and `bands`, keys of MinHash
    over runs of five words (CJK: five characters). Texts that overlap by the share s have a key in common with the
    probability 1 - (1 - s^rows)^bands: one half at s = 0.68, nine tenths at 0.79 by default. None where there is no run."""
    if bands < 0 or rows < 1:
        raise ValueError("bands is 0 or more, rows 1 or more")

    def digest(column: pa.Array) -> pa.Array:
        texts = pa.RecordBatch.from_arrays([column], ["text"])
        batch = pa.record_batch(_core.fingerprints_of(texts, bands, rows))
        columns = [batch.column("exact"), batch.column("bands").cast(pa.list_(pa.int64()))]
        return pa.StructArray.from_arrays(columns, ["exact", "bands"])

    return arrow_function(digest, FINGERPRINTS)(text)


def drop_duplicates(
    df: DataFrame,
    *,
    near: bool = False,
    id: str = "id",
    order: str | None = None,
    text: str = "text",
    bands: int = 14,
    rows: int = 8,
) -> DataFrame:
    """Of pages with the same text, white space aside, leaves out all but the first (`dropped`); with `near`, of those with
    nearly the same text, too (`dropped_near`). Over the whole table; what earlier steps have left out does not count.

    :param id: A column that is another one for each page.
    :param order: Which page is the first: the one with the least value here, else with the least id.
    :param bands: Of MinHash, as `rows`: see `fingerprints`.

    As with `pith batch --drop-near-duplicates`, a page goes when any before it, kept or not, says nearly the same. Only ids
    and keys travel between machines, never the texts.
    """
    checked_column(df.columns, id)
    place = F.struct(*(F.col(checked_column(df.columns, name)) for name in ([order, id] if order else [id])))
    prints = df.where(_reasons(df).isNull() & F.col(checked_column(df.columns, text)).isNotNull())
    prints = prints.select(F.col(id).alias("_id"), place.alias("_place"),
                           fingerprints(F.col(text), bands=bands if near else 0, rows=rows).alias("_print"))
    prints = prints.select("_id", "_place", F.col("_print.exact").alias("exact"), F.col("_print.bands").alias("bands"))
    left_out = _behind_the_first(prints.select("_id", "_place", F.col("exact").alias("key")))
    left_out = left_out.withColumn("_why", F.lit("dropped"))
    if near:
        rest = prints.join(left_out, "_id", "left_anti")
        alike = _behind_the_first(rest.select("_id", "_place", F.explode("bands").alias("key")))
        left_out = left_out.unionByName(alike.withColumn("_why", F.lit("dropped_near")))
    known = _reasons(df)
    joined = df.withColumn("_id", F.col(id)).join(left_out, "_id", "left")
    return joined.withColumn(LEFT_OUT, F.coalesce(known, F.col("_why"))).drop("_id", "_why")


def _behind_the_first(keys: DataFrame) -> DataFrame:
    """`_id` of all that share a `key` with one before them."""
    first = keys.groupBy("key").agg(F.min("_place").alias("_first"), F.count(F.lit(1)).alias("_count"))
    first = first.where(F.col("_count") > 1).drop("_count")
    return keys.join(first, "key").where(F.col("_place") > F.col("_first")).select("_id").distinct()


def sample(df: DataFrame, share: float, *, key: str = "id", seed: int = 0) -> DataFrame:
    """Leaves out all but a share of the pages (`not_sampled`). Which ones are kept depends on `key` and `seed` alone: the
    same in every run, on any number of machines; by host, whole hosts."""
    if not 0 <= share <= 1:
        raise ValueError(f"share is from 0 to 1, not {share!r}")
    steps = 1 << 32
    number = F.pmod(F.xxhash64(F.lit(seed), F.col(checked_column(df.columns, key))), F.lit(steps))
    return leave_out(df, "not_sampled", number >= F.lit(round(share * steps)))
