-- A picture per line of a quotation. It goes with the line into copies, versions and the order; it is never overwritten and
-- never removed, because a version that was sent may show it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('line-pictures', 'line-pictures', false, 5242880, array['image/jpeg', 'image/png'])
on conflict (id) do nothing;

alter table public.quotation_items
  add constraint quotation_items_picture_is_a_file check (picture_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png)$'),
  add constraint quotation_items_pictures_belong_to_items check (picture_path is null or kind = 'item');
comment on column public.quotation_items.picture_path is 'A file of the bucket line-pictures, which the client sees beside the line.';

create function private.check_line_picture() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.kind <> 'item' then
    new.picture_path := null;
  elsif new.picture_path is not null and (tg_op = 'INSERT' or new.picture_path is distinct from old.picture_path)
    and not exists (select from storage.objects o where o.bucket_id = 'line-pictures' and o.name = new.picture_path)
  then
    perform private.refuse('22023', 'This picture is not there. Please upload it again.');
  end if;
  return new;
end $$;
comment on function private.check_line_picture is 'A line names a picture that was uploaded; headings, texts and discounts have none.';
create trigger check_line_picture before insert or update of picture_path, kind on public.quotation_items
  for each row execute function private.check_line_picture();

call private.file_rule('line-pictures', 'select', $$(select private.can('quotations', 'view')) or (select private.can('orders', 'view'))$$);
call private.file_rule('line-pictures', 'insert',
  $$(select private.can('quotations', 'edit')) and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png)$'$$);

revoke execute on all routines in schema private from public;
