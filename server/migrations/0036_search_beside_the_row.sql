-- A search weighs forty posts by their words. Those words lay in another table for every post of more than 2 kB, which is most of them; beside their row they are
-- read at a fifth less cost for the whole search. Long bodies still move out first. Rows of before keep their place until they are written again.
alter table posts alter search set storage main, set (toast_tuple_target = 4080);
