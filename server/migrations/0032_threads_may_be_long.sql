-- A kept plan is made for the average post, which has three comments: reading them all and sorting them seems cheap then, and costs more with every comment
-- of a long thread. Told that posts have a hundred, the planner walks the index in its order, which costs the same for both.
alter table comments alter column post_id set (n_distinct = -0.01);
analyze comments;
