-- The search of stock items among ten thousand: words are folded when they are written, and found by an index.

alter table public.inventory_items add column search_text text not null
  generated always as (private.folded(sku || ' ' || name || ' ' || coalesce(supplier_sku, '') || ' ' || coalesce(bin, ''))) stored;
comment on column public.inventory_items.search_text is 'What a search looks through: number, name, the supplier''s number and bin, folded.';
create index inventory_items_search_text_idx on public.inventory_items using gin (search_text extensions.gin_trgm_ops)
  with (fastupdate = off);
