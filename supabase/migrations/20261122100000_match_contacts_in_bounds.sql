-- Comparing names letter by letter costs some milliseconds a row: a hundred rows are as many as the import sends at once.
create or replace function public.match_contacts(p_rows jsonb, p_similar boolean default false)
returns table (line integer, name_key text, reason text, contact_id uuid, type text, name text, last_name text, company text, email text, archived boolean)
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_array_length(p_rows) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 rows at a time';
  end if;
  if p_similar and jsonb_array_length(p_rows) > 100 then
    raise invalid_parameter_value using message = 'At most 100 rows at a time, where names that are much alike are looked for';
  end if;
  if octet_length(p_rows::text) > 500000 then
    raise invalid_parameter_value using message = 'These rows hold too much text. Send fewer of them at a time';
  end if;
  return query select * from private.match_contacts(p_rows, p_similar);
end $$;
