set check_function_bodies = off;

create or replace function private.must_be_ours(p_file jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account constant text := private.plain_iban(p_file ->> 'account_iban');
begin
  if coalesce(v_account, '') <> '' and not private.is_own_account(v_account) and exists (select from private.own_accounts()) then
    perform private.must_say_yes('new_account', format('%s is none of your accounts so far. Import it as an account of yours?', v_account));
  end if;
end $$;

reset check_function_bodies;
