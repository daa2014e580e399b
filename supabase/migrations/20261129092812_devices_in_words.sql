set check_function_bodies = off;

create or replace function private.wake_network() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.network_is_due() then
    perform private.call_function('electronic-network');
  end if;
end $$;

create or replace function private.keep_push_device(p_endpoint text, p_p256dh text, p_auth text, p_name text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'Notices on a device are for staff';
  elsif p_endpoint !~ '^https?://[^[:space:]]+$' or p_p256dh !~ '^[A-Za-z0-9_-]{80,100}=*$' or p_auth !~ '^[A-Za-z0-9_-]{20,30}=*$'
        or num_nulls(p_endpoint, p_p256dh, p_auth) > 0 then
    perform private.refuse('22023', 'This browser gave no address that a notice can be sent to');
  end if;
  insert into public.push_devices (user_id, endpoint, p256dh, auth_secret, name)
  values (auth.uid(), p_endpoint, p_p256dh, p_auth, left(coalesce(p_name, ''), 100))
  on conflict (endpoint) do update
     set user_id = excluded.user_id, p256dh = excluded.p256dh, auth_secret = excluded.auth_secret, name = excluded.name
  returning id into v_id;
  -- The newest twenty: an address that its browser forgot is never used again.
  delete from public.push_devices d
   where d.user_id = auth.uid() and d.id <> v_id
     and d.id not in (select o.id from public.push_devices o where o.user_id = auth.uid() order by o.created_at desc, o.id limit 19);
  return v_id;
end $$;

reset check_function_bodies;
