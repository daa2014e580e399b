-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.check_line_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.kind <> 'item' then
    new.picture_path := null;
  elsif new.picture_path is not null and (tg_op = 'INSERT' or new.picture_path is distinct from old.picture_path)
    and (not exists (select from storage.objects o where o.bucket_id = 'line-pictures' and o.name = new.picture_path)
      or exists (select from private.swept_pictures s where s.name = new.picture_path))
  then
    perform private.refuse('22023', 'This picture is not there. Please upload it again.');
  end if;
  return new;
end $function$;
comment on function private.check_line_picture() is 'A line names a picture that was uploaded; headings, texts and discounts have none.';
