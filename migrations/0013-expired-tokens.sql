-- Tokens that have expired are removed.

create index tokens_by_expiry on credentials (expires_at) where kind = 'token';
