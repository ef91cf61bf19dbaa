-- A value can be used only after the transaction that adds it.
alter type "public"."audit_action" add value 'renamed on WhatsApp' after 'appeal declined';
alter type "public"."audit_action" add value 'name accepted' after 'renamed on WhatsApp';
alter type "public"."audit_action" add value 'link swapped' after 'name accepted';
alter type "public"."email_kind" add value 'renamed' after 'appeal_declined';
