-- A person hears at once when something was done to their account: their browser then asks whether it is still theirs.

create or replace function public.log_account_event(p_actor uuid, p_user_id uuid, p_action text) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, action)
  values (p_actor, private.person_label(p_actor), 'accounts', p_user_id::text, p_action);
  select private.nudge('page:contacts', 'user_roles', 'UPDATE', p_user_id::text);
  select private.nudge('user:' || p_user_id, 'accounts', 'UPDATE', p_user_id::text)
$$;
