-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.label_of_column(p_column text, p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kind private.record_kinds;
  v_label text;
begin
  select * into v_kind from private.record_kinds k where p_column = k.kind || '_id';
  if found then
    execute format('select %s from %s as r where r.id = $1', coalesce(v_kind.audit_label, v_kind.label), v_kind.table_name)
      into v_label using p_id;
  elsif p_column = 'van_id' then
    select v.name into v_label from public.vans v where v.id = p_id;
  end if;
  return coalesce(v_label, private.label_of(p_id));
end $function$;
comment on function private.label_of_column(p_column text, p_id uuid) is 'What people call the record with that id in that column: by the kind that the column names, else as label_of finds it.';
