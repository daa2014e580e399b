-- A right to create, edit or delete on a page opens nothing while that role may not view the page: what a person
-- cannot see they cannot change either, whatever a row says that somebody wrote by hand.

create or replace function private.can(p_page text, p_action text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles ur
      left join public.page_permissions pp on pp.role = ur.role and pp.page_name = p_page
     where ur.user_id = (select auth.uid())
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and pp.can_view
         and case p_action
               when 'view' then true
               when 'create' then pp.can_create
               when 'edit' then pp.can_edit
               when 'delete' then pp.can_delete
               else false
             end)))
$$;
comment on function private.can is
  'May I do this on that page? Nothing without its view. Admins may everything; pending people and clients nothing, whatever the rows say.';
