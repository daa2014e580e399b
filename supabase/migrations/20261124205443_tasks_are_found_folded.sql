set check_function_bodies = off;

drop index public.tasks_title_idx;

alter table public.tasks add column search_text text not null generated always as (private.folded(title)) stored;

create index tasks_search_text_idx on public.tasks using gin (search_text extensions.gin_trgm_ops);

comment on column public.tasks.search_text is 'The title without accents and capitals, for searches.';

reset check_function_bodies;
