-- The name of an option is unique in its group by a column. An index over an expression would look to the API like one
-- option a product.

drop index public.product_options_name_idx;
alter table public.product_options add column name_key text not null
  generated always as (private.folded(coalesce(option_group, '') || chr(31) || name)) stored;
create unique index product_options_name_idx on public.product_options (product_id, name_key);
comment on column public.product_options.name_key is 'Group and name as people would call the same.';
