-- "Karl moved this job to Quality control meanwhile", and not to "Qc".

create or replace function private.status_in_words(p_status text) returns text
  language sql immutable set search_path = ''
as $$
  select case p_status when 'qc' then 'Quality control' else upper(left(p_status, 1)) || replace(substr(p_status, 2), '_', ' ') end
$$;

revoke execute on all routines in schema private from public;
