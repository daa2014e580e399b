-- A second template that new quotations begin with was refused as a double. The mark moves, as it does for VAT rates.

create function private.move_default_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.quotation_terms set is_default = false
   where is_default and id <> new.id and language = new.language and client_type is not distinct from new.client_type;
  return new;
end $$;
comment on function private.move_default_terms() is 'The terms that become the default of a language and kind of client take the place of those before.';
revoke execute on function private.move_default_terms() from public, anon, authenticated;

create trigger move_default_terms before insert or update of is_default, language, client_type on public.quotation_terms
  for each row when (new.is_default) execute function private.move_default_terms();
