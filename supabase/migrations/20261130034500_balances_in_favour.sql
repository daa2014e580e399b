-- The mail of a statement asks for no money where the balance is in favour of the client. Texts that a company changed stay.
update private.mail_variables set label = 'Balance; below zero in favour of the client' where kind = 'statement' and name = 'balance';
insert into private.mail_variables (kind, name, label, type, example, position) values
  ('statement', 'to_pay', 'Balance to pay; empty when nothing is to pay', 'money', '2180.10', 14),
  ('statement', 'in_favour', 'Balance in favour of the client; empty without one', 'money', '', 14);
create temporary table changed_words (language text, was text, is_now text);
insert into changed_words values
  ('en', 'The balance is <strong>{{ balance }}</strong>. On the page below you can pay all or some of it.',
   '{% if to_pay != blank %}The balance is <strong>{{ balance }}</strong>. On the page below you can pay all or some of it.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> are in your favour: there is nothing to pay.{% else %}There is nothing to pay.{% endif %}'),
  ('de', 'Der Saldo beträgt <strong>{{ balance }}</strong>. Auf der Seite unten können Sie alles oder einen Teil davon zahlen.',
   '{% if to_pay != blank %}Der Saldo beträgt <strong>{{ balance }}</strong>. Auf der Seite unten können Sie alles oder einen Teil davon zahlen.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> stehen zu Ihren Gunsten: Es ist nichts zu zahlen.{% else %}Es ist nichts zu zahlen.{% endif %}'),
  ('fr', 'Le solde est de <strong>{{ balance }}</strong>. Sur la page ci-dessous vous pouvez en payer tout ou partie.',
   '{% if to_pay != blank %}Le solde est de <strong>{{ balance }}</strong>. Sur la page ci-dessous vous pouvez en payer tout ou partie.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> sont en votre faveur : il n’y a rien à payer.{% else %}Il n’y a rien à payer.{% endif %}'),
  ('it', 'Il saldo è di <strong>{{ balance }}</strong>. Nella pagina qui sotto può pagarlo in tutto o in parte.',
   '{% if to_pay != blank %}Il saldo è di <strong>{{ balance }}</strong>. Nella pagina qui sotto può pagarlo in tutto o in parte.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> sono a Suo favore: non c’è nulla da pagare.{% else %}Non c’è nulla da pagare.{% endif %}'),
  ('es', 'El saldo es de <strong>{{ balance }}</strong>. En la página de abajo puede pagarlo todo o en parte.',
   '{% if to_pay != blank %}El saldo es de <strong>{{ balance }}</strong>. En la página de abajo puede pagarlo todo o en parte.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> están a su favor: no hay nada que pagar.{% else %}No hay nada que pagar.{% endif %}'),
  ('pt', 'O saldo é de <strong>{{ balance }}</strong>. Na página abaixo pode pagar tudo ou uma parte.',
   '{% if to_pay != blank %}O saldo é de <strong>{{ balance }}</strong>. Na página abaixo pode pagar tudo ou uma parte.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> estão a seu favor: não há nada a pagar.{% else %}Não há nada a pagar.{% endif %}'),
  ('nl', 'Het saldo is <strong>{{ balance }}</strong>. Op de pagina hieronder kunt u alles of een deel ervan betalen.',
   '{% if to_pay != blank %}Het saldo is <strong>{{ balance }}</strong>. Op de pagina hieronder kunt u alles of een deel ervan betalen.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> staat in uw voordeel: u hoeft niets te betalen.{% else %}U hoeft niets te betalen.{% endif %}'),
  ('pl', 'Saldo wynosi <strong>{{ balance }}</strong>. Na stronie poniżej mogą Państwo zapłacić całość lub część.',
   '{% if to_pay != blank %}Saldo wynosi <strong>{{ balance }}</strong>. Na stronie poniżej mogą Państwo zapłacić całość lub część.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> to saldo na Państwa korzyść: nie ma nic do zapłaty.{% else %}Nie ma nic do zapłaty.{% endif %}'),
  ('mt', 'Il-bilanċ huwa <strong>{{ balance }}</strong>. Fil-paġna ta’ hawn taħt tista’ tħallsu kollu jew biċċa minnu.',
   '{% if to_pay != blank %}Il-bilanċ huwa <strong>{{ balance }}</strong>. Fil-paġna ta’ hawn taħt tista’ tħallsu kollu jew biċċa minnu.{% elsif in_favour != blank %}<strong>{{ in_favour }}</strong> huma favurik: m’hemm xejn x’tħallas.{% else %}M’hemm xejn x’tħallas.{% endif %}');
alter table public.email_templates disable trigger user;
update public.email_template_versions v set body = replace(v.body, w.was, w.is_now)
  from public.email_templates t, changed_words w
 where t.id = v.template_id and t.version = 1 and t.created_by is null and t.key = 'statement' and t.language = w.language;
update public.email_templates t set body = replace(t.body, w.was, w.is_now)
  from changed_words w
 where t.version = 1 and t.created_by is null and t.key = 'statement' and t.language = w.language;
alter table public.email_templates enable trigger user;
drop table changed_words;
