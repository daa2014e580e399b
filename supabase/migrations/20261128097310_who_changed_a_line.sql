-- Two people in one cell are told who the other one is.

alter table public.quotation_items add column changed_by uuid references auth.users (id) on delete set null;
comment on column public.quotation_items.changed_by is 'Who wrote the line last. Written by the database.';
create index quotation_items_changed_by_idx on public.quotation_items (changed_by);

create function private.stamp_changed_by() returns trigger
 language plpgsql
 set search_path to ''
as $$
begin
  new.changed_by := auth.uid();
  return new;
end $$;
comment on function private.stamp_changed_by() is 'Keeps who wrote a row last.';
create trigger stamp_changed_by before insert or update on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.stamp_changed_by();
revoke all on function private.stamp_changed_by() from public, anon, authenticated;
