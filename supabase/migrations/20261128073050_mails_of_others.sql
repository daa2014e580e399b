-- Who may not change a mail hears the same of every id: whether a mail is there is known to those who may.

create or replace function private.mail_for(p_id uuid, p_doing text) returns public.scheduled_emails
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.scheduled_emails;
begin
  select * into v_row from public.scheduled_emails where id = p_id for update;
  if not coalesce(private.is_server() or private.can('scheduled-emails', 'edit')
                  or (v_row.created_by = auth.uid() and private.is_staff()), false) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This mail is not there any more');
  end if;
  return v_row;
end $$;
