-- Tables that don't come from the table schema of the sources. documentation.csv describes their columns.

create table journals (
    id integer primary key,
    name text not null unique,
    normalized text not null
) strict;

create table authors (
    id integer primary key,
    name text not null unique
) strict;

-- The position is last, because the integrity check of SQLite 3.40 takes a column between those of the key for NULL.
create table publication_authors (
    publication_id integer not null references publications (id),
    author_id integer not null references authors (id),
    position integer not null check (position >= 1),
    primary key (publication_id, author_id)
) strict, without rowid;

-- https://www.sqlite.org/fts5.html. The index stores no text, and its rowid is publications.id. Words by their first letter, which
-- match many publications, have their own index.
create virtual table publications_search using fts5(
    title, authors, journal, details, content = '', prefix = '1', tokenize = 'unicode61 remove_diacritics 2'
);

-- A word in a title is a better match than one in a name; one in a journal's name counts least.
insert into publications_search (publications_search, rank) values ('rank', 'bm25(10.0, 5.0, 1.0, 1.0)');

create table build (
    id integer primary key check (id = 1),
    sources_sha256 text not null,
    languages text not null check (json_type(languages) = 'array'),
    last_added text,
    last_changed text
) strict;

create table schemas (
    name text not null primary key,
    schema text not null check (json_valid(schema))
) strict;

create table choices (
    parameter text not null,
    value text not null,
    primary key (parameter, value)
) strict;

create table resources (
    name text not null primary key,
    title text not null,
    description text not null,
    fields text check (fields is null or json_valid(fields))
) strict;

create table labels (
    resource text not null,
    field text not null,
    value text not null,
    language text not null,
    label text not null,
    primary key (resource, field, value, language)
) strict;

create table images (
    name text not null primary key,
    media_type text not null,
    width integer not null,
    height integer not null,
    content blob not null
) strict;

create table fonts (
    name text not null primary key,
    content blob not null
) strict;

create table documentation (
    table_name text not null,
    column_name text,
    title text not null,
    description text not null,
    example text
) strict;
