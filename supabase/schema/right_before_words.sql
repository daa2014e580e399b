-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.ask_first()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_needed text;
begin
  foreach v_needed in array tg_argv loop
    if not exists (
      select from unnest(string_to_array(v_needed, '|')) as way where case
        when way = 'role staff' then private.is_staff()
        when way = 'role admin' then private.my_role() = 'admin'
        when way like '%:%' then private.can(split_part(way, ':', 1), split_part(way, ':', 2))
        else private.named(way) end)
    then
      raise insufficient_privilege using message = format('new row violates row-level security policy for table "%s"', tg_table_name);
    end if;
  end loop;
  return null;
end $function$;
comment on function private.ask_first() is 'Refuses an insert of whoever lacks a right that every new row of the table needs, with the words of the policy and before any trigger of a row. Arguments: page:action of private.can, a name of private.named, "role staff" or "role admin"; all of them are needed, of those between | any.';
