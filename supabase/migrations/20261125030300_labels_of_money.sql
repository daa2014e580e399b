-- The audit trail names the paper that a column points at: the invoice and the payment of an allocation, the order of an
-- invoice, the people of a crew.

create function private.label_of_column(p_column text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.record_kinds;
  v_label text;
begin
  select * into v_kind from private.record_kinds k where p_column = k.kind || '_id';
  if found then
    execute format('select %s from %s as r where r.id = $1', coalesce(v_kind.audit_label, v_kind.label), v_kind.table_name)
      into v_label using p_id;
  end if;
  return coalesce(v_label, private.label_of(p_id));
end $$;
comment on function private.label_of_column is
  'What people call the record with that id in that column: by the kind that the column names, else as label_of finds it.';

create or replace function private.audit_labels(p_changed jsonb) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(mentioned.key, mentioned.label), '{}')
    from (select distinct on (one.key) one.key, private.label_of_column(columns.name, one.key::uuid) as label
            from jsonb_each(p_changed) as columns (name, pair), jsonb_array_elements(columns.pair) as side (value),
                 jsonb_array_elements_text(case jsonb_typeof(side.value) when 'array' then side.value else jsonb_build_array(side.value) end) as one (key)
           where (columns.name ~ '_(id|by)$' or columns.name in ('crew', 'assignees'))
             and one.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
           order by one.key) as mentioned
   where mentioned.label is not null
$$;

revoke execute on all routines in schema private from public;
