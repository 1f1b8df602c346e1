(** Products by rows in limbs of 52 bits, one multiply-add after the other: section 18.1 of docs/bounds/multiword.md, after
    src/arith/montgomery52/montgomery52.hpp; and the multiples of q that codecs store. *)
From Coq Require Import List Zpow_facts.
From Ringlet Require Import Words Constants Montgomery Limbs52 ProductColumns LimbColumns MontgomeryLimbs Rows WordSums.
Import ListNotations.

(** The constructor's loop: limbs of k q + 1, where [rest] goes from limb to limb. The lowest limb is left out; the last
    one is the rest itself. *)
Fixpoint limbs_of_multiple k rest (qs : list Z) :=
  match qs with
  | [] => [rest mod 2 ^ 64]
  | q :: qs => let rest := (rest + q * k) mod 2 ^ 128 in low52 rest :: limbs_of_multiple k (rest / 2 ^ 52) qs
  end.
Definition limbs_of_digit k qs := tl (limbs_of_multiple k 1 qs).

(** ** Constants *)

Lemma limbs_of_multiple_are k qs : 0 <= k < 2 ^ 52 -> digits_of (2 ^ 52) qs -> forall rest, 0 <= rest <= 2 ^ 52 ->
  exists ds last, limbs_of_multiple k rest qs = ds ++ [last] /\ length ds = length qs /\ digits_of (2 ^ 52) ds /\
  0 <= last /\ value (2 ^ 52) (ds ++ [last]) = rest + k * value (2 ^ 52) qs.
Proof.
  intros Hk H. induction H as [|q qs Hq _ IH]; intros rest Hr; cbn [limbs_of_multiple].
  - exists [], rest. rewrite Z.mod_small by lia. cbn [app value length]. repeat split; try lia. constructor.
  - assert (0 <= q * k <= (2 ^ 52 - 1) * (2 ^ 52 - 1))
      by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
    rewrite (Z.mod_small (rest + q * k)) by lia. set (r := rest + q * k) in *.
    pose proof (floor r (2 ^ 52) ltac:(lia)) as F.
    destruct (IH (r / 2 ^ 52) ltac:(lia)) as (ds & last & -> & L & D & Hl & V). exists (low52 r :: ds), last.
    split; [reflexivity|]. split; [cbn [length]; lia|]. split; [constructor; [apply low52_range|exact D]|].
    split; [exact Hl|]. cbn [app value]. rewrite V. unfold low52. pose proof (Z.div_mod r (2 ^ 52) ltac:(lia)).
    unfold r in *. lia.
Qed.

(** (k q + 1) / 2^52, whose product with a digit clears it. *)
Lemma limbs_of_digit_are k qs : let q := value (2 ^ 52) qs in
  0 <= k < 2 ^ 52 -> digits_of (2 ^ 52) qs -> 0 < q -> (q * k) mod 2 ^ 52 = 2 ^ 52 - 1 ->
  let fs := limbs_of_digit k qs in
  length fs = length qs /\ digits_of (2 ^ 52) fs /\ value (2 ^ 52) fs = (k * q + 1) / 2 ^ 52.
Proof.
  intros q Hk Hqs Hq Hi. cbv zeta. unfold limbs_of_digit.
  destruct (limbs_of_multiple_are k qs Hk Hqs 1 ltac:(lia)) as (ds & last & -> & L & D & Hl & V). fold q in V.
  pose proof (value_of_digits (2 ^ 52) qs ltac:(lia) Hqs) as Hq'. fold q in Hq'.
  destruct D as [|d ds Hd D]; [cbn [length] in L; destruct qs; [cbn in Hq; lia|discriminate]|].
  cbn [app tl]. cbn [app value] in V.
  assert (E : value (2 ^ 52) (ds ++ [last]) = (k * q + 1) / 2 ^ 52).
  { apply (Z.div_unique_pos _ _ _ d); lia. }
  split; [rewrite app_length; cbn [length] in *; lia|]. split; [|exact E].
  apply Forall_app. split; [exact D|]. constructor; [|constructor]. split; [exact Hl|].
  rewrite value_last in E. pose proof (value_of_digits (2 ^ 52) ds ltac:(lia) D) as HD.
  rewrite <- L in Hq'. cbn [length] in Hq'. rewrite Nat2Z.inj_succ, Z.pow_succ_r in Hq' by lia.
  set (P := (2 ^ 52) ^ Z.of_nat (length ds)) in *.
  assert ((k * q + 1) / 2 ^ 52 <= q).
  { apply Z.lt_succ_r, Z.div_lt_upper_bound; [lia|].
    assert (k * q <= (2 ^ 52 - 1) * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  apply (cancel P); lia.
Qed.

Lemma odd_cancels q inverse n a b : 0 <= n -> 0 < q -> (q * inverse) mod 2 = 1 ->
  (2 ^ n * a) mod q = (2 ^ n * b) mod q -> a mod q = b mod q.
Proof.
  intros Hn Hq Hi E.
  assert (C : Znumtheory.rel_prime q (2 ^ n)).
  { destruct (Z.eqb_spec n 0) as [->|]; [apply Znumtheory.rel_prime_sym, Znumtheory.rel_prime_1|].
    apply rel_prime_Zpower_r; [lia|]. apply Znumtheory.bezout_rel_prime.
    pose proof (Z.div_mod (q * inverse) 2 ltac:(lia)) as D. rewrite Hi in D.
    apply (Znumtheory.Bezout_intro _ _ _ inverse (- (q * inverse / 2))). lia. }
  assert (D : (q | 2 ^ n * (a - b))).
  { exists (2 ^ n * a / q - 2 ^ n * b / q). pose proof (Z.div_mod (2 ^ n * a) q ltac:(lia)).
    pose proof (Z.div_mod (2 ^ n * b) q ltac:(lia)). lia. }
  destruct (Znumtheory.Gauss _ _ _ D C) as [c Ec]. apply (congruent _ _ _ (- c)); lia.
Qed.

(** ** Products by rows *)

(** The limbs of a multiple of q, each subtracted from zero: the start of products by twiddles. *)
Definition start_of_rows limbs qs :=
  map (sub 64 0) (removelast (limbs_of_multiple (montgomery52_row_shift limbs) 0 qs)).

(** Adds a row to the columns above the lowest, and all rows to the lowest, which is summed first. *)
Definition row_above x ys columns :=
  match ys, columns with
  | y :: ys, c :: rest => columns_add_multiple x ys (madd52_high c x y :: rest)
  | _, _ => columns
  end.
Definition lowest_column (rows : list (Z * list Z)) :=
  fold_left (fun sum row => madd52_low sum (fst row) (hd 0 (snd row))) rows 0.
Definition columns_above (rows : list (Z * list Z)) start :=
  fold_left (fun columns row => row_above (fst row) (snd row) columns) rows start.
Definition multiply_rows k qs start (rows : list (list Z)) limbs :=
  let rows := combine (limb_digits limbs) rows in clear_lowest k qs (lowest_column rows :: columns_above rows start).

Lemma row_above_is x y ys vs : length vs = S (length ys) -> exists ws,
  row_above x (y :: ys) (map lane vs) = map lane ws /\
  2 ^ 52 * value (2 ^ 52) ws + (low52 x * low52 y) mod 2 ^ 52 =
    2 ^ 52 * value (2 ^ 52) vs + low52 x * value (2 ^ 52) (map low52 (y :: ys)) /\
  columns_grown (2 * (2 ^ 52 - 1)) vs ws.
Proof.
  intros Hl. destruct vs as [|v vs]; [discriminate|]. injection Hl as Hl. cbn [map row_above].
  rewrite madd_high_lane. destruct (halves x y) as (D & Lo & Hi).
  set (l := (low52 x * low52 y) mod 2 ^ 52) in *. set (h := low52 x * low52 y / 2 ^ 52) in *.
  destruct (columns_add_multiple_is x ys (v + h) vs ltac:(lia)) as (w & ws & E & V & R & G). cbn [map] in E. rewrite E.
  exists (w :: ws). split; [reflexivity|]. split; [|constructor; [lia|exact G]].
  cbn [map value] in V |- *. rewrite V.
  replace (low52 x * (low52 y + 2 ^ 52 * value (2 ^ 52) (map low52 ys)))
    with (low52 x * low52 y + 2 ^ 52 * (low52 x * value (2 ^ 52) (map low52 ys))) by ring. rewrite D. ring.
Qed.

(** All rows: the sum of the lowest column and those above. *)
Lemma rows_are n rows : Forall (fun row => length (snd row) = S n) rows -> forall vs sum, length vs = S n ->
  0 <= sum -> sum + Z.of_nat (length rows) * (2 ^ 52 - 1) < 2 ^ 64 -> exists ws lowest,
  fold_left (fun columns row => row_above (fst row) (snd row) columns) rows (map lane vs) = map lane ws /\
  fold_left (fun sum row => madd52_low sum (fst row) (hd 0 (snd row))) rows sum = lowest /\
  sum <= lowest <= sum + Z.of_nat (length rows) * (2 ^ 52 - 1) /\
  2 ^ 52 * value (2 ^ 52) ws + lowest = 2 ^ 52 * value (2 ^ 52) vs + sum +
    rows_sum (map low52 (map fst rows)) (map (fun row => value (2 ^ 52) (map low52 (snd row))) rows) /\
  columns_grown (Z.of_nat (length rows) * (2 * (2 ^ 52 - 1))) vs ws.
Proof.
  induction 1 as [|[x ys] rows Hy _ IH]; intros vs sum Hv Hs Hfit; cbn [fold_left map].
  - exists vs, sum. cbn [length rows_sum]. repeat split; try lia. apply grown_refl. lia.
  - cbn [fst snd] in *. destruct ys as [|y ys]; [discriminate|]. injection Hy as Hy. cbn [hd].
    destruct (row_above_is x y ys vs ltac:(lia)) as (us & E & V & G). rewrite E.
    pose proof (grown_length _ _ _ G) as Lu.
    destruct (halves x y) as (_ & Lo & _). set (l := (low52 x * low52 y) mod 2 ^ 52) in *.
    cbn [length] in Hfit. rewrite Nat2Z.inj_succ in Hfit.
    assert (El : madd52_low sum x y = sum + l) by (unfold madd52_low; fold l; apply Z.mod_small; lia). rewrite El.
    destruct (IH us (sum + l) ltac:(lia) ltac:(lia) ltac:(lia)) as (ws & lowest & E' & S & B & V' & G').
    exists ws, lowest. split; [exact E'|]. split; [exact S|].
    replace (Z.of_nat (length ((x, y :: ys) :: rows))) with (1 + Z.of_nat (length rows)) by (cbn [length]; lia).
    split; [lia|]. split; [cbn [rows_sum]; lia|].
    rewrite Z.mul_add_distr_r, Z.mul_1_l. eapply grown_trans; [exact G|exact G'].
Qed.

(** Row i is w 2^(52 (i + 1)) mod q. *)
Fixpoint twiddle_rows q w (n : nat) :=
  match n with O => [] | S n => let w := (w * 2 ^ 52) mod q in w :: twiddle_rows q w n end.

Lemma twiddle_rows_sum q w n : 0 < q -> forall xs, length xs = n ->
  length (twiddle_rows q w n) = n /\ Forall (fun w => 0 <= w < q) (twiddle_rows q w n) /\
  rows_sum xs (twiddle_rows q w n) mod q = (2 ^ 52 * (w * value (2 ^ 52) xs)) mod q.
Proof.
  intros Hq. revert w. induction n as [|n IH]; intros w [|x xs] Hl; try discriminate; cbn [twiddle_rows].
  - cbn [rows_sum value length]. rewrite !Z.mul_0_r. repeat split. constructor.
  - injection Hl as Hl. set (w' := (w * 2 ^ 52) mod q). destruct (IH w' xs Hl) as (L & B & E).
    cbn [length rows_sum value]. split; [lia|]. split; [constructor; [apply Z.mod_pos_bound; lia|exact B]|].
    rewrite Z.add_mod, E, <- Z.add_mod by lia.
    replace (x * w' + 2 ^ 52 * (w' * value (2 ^ 52) xs)) with (w' * (x + 2 ^ 52 * value (2 ^ 52) xs)) by ring.
    unfold w'. rewrite Zmult_mod_idemp_l. f_equal. ring.
Qed.

(** The sum of digits x_i of x by rows, reduced once, is below (L + x / 2^(52 L)) q. *)
Lemma rows_sum_bound q xs top ws : 0 < q -> digits_of (2 ^ 52) (xs ++ [top]) -> length ws = S (length xs) ->
  Forall (fun w => 0 <= w < q) ws ->
  0 <= rows_sum (xs ++ [top]) ws <= (Z.of_nat (length xs) * (2 ^ 52 - 1) + top) * q.
Proof.
  intros Hq. revert ws. induction xs as [|x xs IH]; intros [|w ws] Hx Hl Hw; try discriminate;
    cbn [app rows_sum length].
  - destruct ws; [|discriminate]. inversion_clear Hx as [|? ? Ht _]. inversion_clear Hw as [|? ? Hw0 _]. cbn [rows_sum].
    assert (0 <= top * w <= top * q) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_l]; lia).
    change (Z.of_nat 0) with 0. lia.
  - inversion_clear Hx as [|? ? Hx0 Hxs]. inversion_clear Hw as [|? ? Hw0 Hws]. injection Hl as Hl.
    pose proof (IH ws Hxs Hl Hws).
    assert (0 <= x * w <= (2 ^ 52 - 1) * q) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
    rewrite Nat2Z.inj_succ. lia.
Qed.

(** The value of columns of products by rows, for any start: rows are limbs of w 2^(52 (i + 1)) mod q, and limbs are
    those of a multiplicand x, modulo 2^(52 L), as sums leave them. *)
Lemma multiply_rows_is n k qs rows vs top x w ss : let q := value (2 ^ 52) qs in
  length qs = S n -> digits_of (2 ^ 52) qs -> 0 < q -> 0 <= k < 2 ^ 52 -> (q * k) mod 2 ^ 52 = 2 ^ 52 - 1 ->
  Forall (fun row => length row = S n /\ digits_of (2 ^ 52) row) rows ->
  map (value (2 ^ 52)) rows = twiddle_rows q w (S n) ->
  length vs = n -> small_limbs vs -> 0 <= x < (2 ^ 52) ^ Z.of_nat (S n) ->
  (exists e, value (2 ^ 52) (vs ++ [top]) = x + e * (2 ^ 52) ^ Z.of_nat (S n)) ->
  length ss = S n -> (Z.of_nat n < 2 ^ 10) ->
  exists us T, multiply_rows k qs (map lane ss) rows (map lane vs ++ [lane top]) = map lane us /\
  value (2 ^ 52) us = value (2 ^ 52) ss + T /\ T mod q = (w * x) mod q /\
  0 <= T /\ T * (2 ^ 52) ^ Z.of_nat (S n) < ((Z.of_nat n + 1) * (2 ^ 52) ^ Z.of_nat (S n) + x) * q /\
  columns_grown ((2 * Z.of_nat (S n) + 2) * 2 ^ 52 + 2 ^ 12) ss us.
Proof.
  intros q Lq Dq Hq Hk Hi HR ER Lv Hvs Hx Ex Ls Hn. unfold multiply_rows.
  assert (Lr : length rows = S n) by (apply (f_equal (@length Z)) in ER; rewrite map_length in ER; rewrite ER;
    apply (twiddle_rows_sum q w (S n) Hq (repeat 0 (S n))), repeat_length).
  rewrite <- Lv in Hx, Ex. destruct (digits_read_right vs top x Hvs Hx Ex) as (Dd & Ld & Vd). rewrite Lv in *.
  set (ds := limb_digits _) in *. clearbody ds. rewrite map_length in Ld.
  destruct (rows_are n (combine ds rows)) with (vs := ss) (sum := 0) as (ws & lowest & E & S & B & V & G);
    try (rewrite ?combine_length; lia).
  { apply Forall_forall. intros [d row] I. apply in_combine_r in I. rewrite Forall_forall in HR. apply HR. exact I. }
  unfold columns_above, lowest_column. rewrite E, S. rewrite combine_length, Ld, Lr, Nat.min_id in B, G.
  assert (F : map fst (combine ds rows) = ds /\
    map (fun row => value (2 ^ 52) (map low52 (snd row))) (combine ds rows) = map (value (2 ^ 52)) rows).
  { assert (L : length ds = length rows) by lia. clear - L HR. revert rows L HR.
    induction ds as [|d ds IH]; intros [|r rows] L HR; try discriminate; [split; reflexivity|]. injection L as L.
    inversion_clear HR as [|? ? [_ Hr] HR']. destruct (IH rows L HR') as [E1 E2]. cbn [combine map fst snd].
    rewrite E1, E2, low52_of_digits by exact Hr. split; reflexivity. }
  destruct F as [E1 E2]. rewrite E1, E2, ER in V. clear E S E1 E2.
  destruct (twiddle_rows_sum q w (S n) Hq (map low52 ds)) as (Lt & Bt & Et); [rewrite map_length; exact Ld|].
  destruct (exists_last (l := map low52 ds)) as (init & last & El).
  { intros El. apply (f_equal (@length Z)) in El. rewrite map_length in El. cbn in El. lia. }
  assert (Li : length init = n).
  { apply (f_equal (@length Z)) in El. rewrite map_length, app_length in El. cbn in El. lia. }
  rewrite Vd in Et. rewrite El in *.
  pose proof (rows_sum_bound q init last (twiddle_rows q w (S n)) Hq Dd ltac:(lia) Bt) as HR'. rewrite Li in HR'.
  pose proof (montgomery_rows (2 ^ 52) k q (init ++ [last]) (twiddle_rows q w (S n)) ltac:(lia) Hq Hi Dd
    ltac:(rewrite Lt, app_length; cbn [length]; lia) Bt) as HT.
  cbv zeta in HT. set (R := rows_sum _ _) in *. set (T := (R + multiple _ _ _ * q) / 2 ^ 52) in *.
  destruct HT as [HT [HT0 _]].
  destruct (clear_lowest_is k qs lowest ws Dq Hk) as (us & E & Vu & Gu);
    [intros ->; discriminate|exact Hi|rewrite (grown_length _ _ _ G); lia|lia|].
  cbn [map] in E. rewrite (lane_small lowest) in E by lia. rewrite E. exists us, T. split; [reflexivity|].
  fold q in Vu. split.
  { rewrite Vu. unfold clearing_step. cbn [value].
    assert (EV : lowest + 2 ^ 52 * value (2 ^ 52) ws = R + value (2 ^ 52) ss * 2 ^ 52) by lia. rewrite EV.
    assert (Em : multiple (2 ^ 52) k (R + value (2 ^ 52) ss * 2 ^ 52) = multiple (2 ^ 52) k R).
    { unfold multiple. apply (congruent _ _ _ (- (value (2 ^ 52) ss * k))); [lia|ring]. }
    rewrite Em. replace (R + value (2 ^ 52) ss * 2 ^ 52 + multiple (2 ^ 52) k R * q)
      with (R + multiple (2 ^ 52) k R * q + value (2 ^ 52) ss * 2 ^ 52) by ring. rewrite Z.div_add by lia.
    fold T. ring. }
  split.
  { apply (odd_cancels q k 52); [lia|exact Hq| |].
    - change 2 with (2 ^ 1). rewrite <- (mod_of_mod _ 1 52), Hi by lia. reflexivity.
    - rewrite HT, <- Et. apply Z.mod_add. lia. }
  split; [exact HT0|]. split.
  - pose proof (Z.mod_pos_bound (R * k) (2 ^ 52) eq_refl) as Hm. fold (multiple (2 ^ 52) k R) in Hm.
    assert (multiple (2 ^ 52) k R * q <= (2 ^ 52 - 1) * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. set (P := (2 ^ 52) ^ Z.of_nat n).
    assert (HP : 0 < P) by (apply Z.pow_pos_nonneg; lia).
    assert (Hlast : P * last <= x).
    { rewrite value_last, Li in Vd. fold P in Vd. apply Forall_app in Dd. destruct Dd as [Di _].
      pose proof (value_of_digits (2 ^ 52) init ltac:(lia) Di). lia. }
    assert (P * (2 ^ 52 * T) <= P * (((Z.of_nat n + 1) * (2 ^ 52 - 1) + last) * q)) by
      (apply Z.mul_le_mono_nonneg_l; lia).
    assert (P * last * q <= x * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (0 < P * q) by (apply Z.mul_pos_pos; lia).
    assert (0 <= Z.of_nat n * (P * q)) by (apply Z.mul_nonneg_nonneg; lia).
    lia.
  - pose proof (grown_trans _ _ _ _ _ G Gu) as GG. eapply grown_more; [|exact GG]. unfold step_room. lia.
Qed.

Lemma start_of_rows_is limbs qs : digits_of (2 ^ 52) qs -> 0 <= montgomery52_row_shift limbs < 2 ^ 52 ->
  montgomery52_row_shift limbs * value (2 ^ 52) qs < (2 ^ 52) ^ Z.of_nat (length qs) -> exists ss,
  start_of_rows limbs qs = map lane ss /\ length ss = length qs /\ Forall (fun s => - 2 ^ 52 <= s <= 0) ss /\
  value (2 ^ 52) ss = - (montgomery52_row_shift limbs * value (2 ^ 52) qs).
Proof.
  intros Dq HH Hfit. unfold start_of_rows. set (H := montgomery52_row_shift limbs) in *. clearbody H.
  destruct (limbs_of_multiple_are H qs HH Dq 0 ltac:(lia)) as (ds & last & -> & L & D & Hl & V).
  rewrite removelast_last. rewrite value_last in V. pose proof (value_of_digits (2 ^ 52) ds ltac:(lia) D) as HD.
  rewrite L in *. assert (last = 0) by nia. subst last.
  exists (map Z.opp ds). rewrite map_map, map_length. split; [reflexivity|]. split; [exact L|].
  assert (E : Forall (fun s => - 2 ^ 52 <= s <= 0) (map Z.opp ds) /\
    value (2 ^ 52) (map Z.opp ds) = - value (2 ^ 52) ds).
  { clear - D. induction D as [|d ds Hd _ [F V]]; cbn [map value]; [split; [constructor|reflexivity]|]. rewrite V.
    split; [constructor; [lia|exact F]|ring]. }
  destruct E as [F E]. split; [exact F|lia].
Qed.

Lemma zero_columns_are n : zero_columns n = map lane (repeat 0 n).
Proof. unfold zero_columns. induction n as [|n IH]; cbn [repeat map]; [reflexivity|]. rewrite <- IH. reflexivity. Qed.

(** Both kinds of products by rows, for any multiplicand, with bounds for their limbs, which are not carried. *)
Theorem products_by_rows n k qs rows vs top x w b :
  let q := value (2 ^ 52) qs in let L := Z.of_nat (S n) in let C := montgomery52_capacity L in
  let limbs := map lane vs ++ [lane top] in let size := (2 * L + 2) * 2 ^ 52 + 2 ^ 12 in
  3 <= L <= 10 -> length qs = S n -> digits_of (2 ^ 52) qs -> 0 < q -> C * q <= 256 * (2 ^ 52) ^ L ->
  0 <= k < 2 ^ 52 -> (q * k) mod 2 ^ 52 = 2 ^ 52 - 1 ->
  Forall (fun row => length row = S n /\ digits_of (2 ^ 52) row) rows ->
  map (value (2 ^ 52)) rows = twiddle_rows q w (S n) ->
  length vs = n -> small_limbs vs -> b <= C -> within q (mk_range 0 b) x ->
  (exists e, value (2 ^ 52) (vs ++ [top]) = x + e * (2 ^ 52) ^ L) ->
  (exists us T, multiply_rows k qs (start_of_rows L qs) rows limbs = map lane us /\ length us = S n /\
   value (2 ^ 52) us = T /\ T mod q = (w * x) mod q /\ Forall (fun u => - size <= u <= size) us /\
   within q (montgomery52_twiddle_range L C (mk_range 0 b)) T) /\
  (exists us T, multiply_rows k qs (zero_columns (S n)) rows limbs = map lane us /\ length us = S n /\
   value (2 ^ 52) us = T /\ T mod q = (w * x) mod q /\ Forall (fun u => - size <= u <= size) us /\
   within q (montgomery52_lanes_range L C (mk_range 0 b)) T).
Proof.
  intros q L C limbs size HL Lq Dq Hq HC Hk Hi HR ER Lv Hvs Hb Hx Ex. unfold within in *. cbn [low high] in *.
  assert (HC35 : 35 * 256 <= C) by (unfold C, montgomery52_capacity; destruct (L =? 5); lia).
  assert (HCq : 35 * 256 * q <= C * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Hbq : b * q <= C * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (HP : 0 < (2 ^ 52) ^ L) by (apply Z.pow_pos_nonneg; lia).
  assert (Hs : 0 <= montgomery52_row_shift L <= 6) by (unfold montgomery52_row_shift; split;
    [apply Z.div_pos; lia|apply Z.lt_succ_r, Z.div_lt_upper_bound; lia]).
  assert (Hsq : montgomery52_row_shift L * q <= 6 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Hx' : 0 <= x < (2 ^ 52) ^ Z.of_nat (S n)) by (fold L; lia).
  assert (Gr : forall ss us, Forall (fun s => - 2 ^ 52 <= s <= 0) ss -> columns_grown size ss us ->
    Forall (fun u => - size <= u <= size) us).
  { intros ss us Fs G. assert (2 ^ 52 <= size) by (unfold size; lia). clearbody size.
    induction G as [|s u ss us Hsu _ IH]; inversion_clear Fs; constructor; [lia|auto]. }
  unfold montgomery52_twiddle_range, montgomery52_lanes_range, limbs. cbn [low high].
  destruct (Z.ltb_spec C b); [lia|]. cbn [Z.ltb Z.compare low high]. split.
  - destruct (start_of_rows_is L qs Dq ltac:(lia)) as (ss & -> & Ls & Fs & Vs); [rewrite Lq; fold L; fold q; lia|].
    destruct (multiply_rows_is n k qs rows vs top x w ss Lq Dq Hq Hk Hi HR ER Lv Hvs Hx' Ex ltac:(lia) ltac:(lia))
      as (us & T & -> & Vu & Et & HT0 & HT & G). fold L in HT, G. fold q in Et, Vu, Vs, HT.
    exists us, (T - montgomery52_row_shift L * q). split; [reflexivity|].
    split; [rewrite (grown_length _ _ _ G); lia|]. split; [lia|].
    split; [rewrite <- Et; apply (congruent _ _ _ (montgomery52_row_shift L)); lia|]. split; [exact (Gr ss us Fs G)|].
    assert (HTL : T < (L + 1) * q).
    { apply (cancel ((2 ^ 52) ^ L)); [lia|]. assert (x * q <= (2 ^ 52) ^ L * q) by (apply Z.mul_le_mono_nonneg_r; lia).
      replace (Z.of_nat n + 1) with L in HT by lia. lia. }
    unfold montgomery52_row_shift in *. lia.
  - rewrite zero_columns_are.
    destruct (multiply_rows_is n k qs rows vs top x w (repeat 0 (S n)) Lq Dq Hq Hk Hi HR ER Lv Hvs Hx' Ex
      (repeat_length _ _) ltac:(lia)) as (us & T & -> & Vu & Et & HT0 & HT & G). fold L in HT, G. fold q in Et, Vu, HT.
    rewrite value_zeros in Vu. exists us, T. split; [reflexivity|].
    split; [rewrite (grown_length _ _ _ G); apply repeat_length|]. split; [lia|]. split; [exact Et|]. split.
    { apply (Gr _ us) in G; [exact G|]. apply Forall_forall. intros s I. apply repeat_spec in I. lia. }
    floor_of (b * 256 + C - 1) by C as c Hc. set (P := (2 ^ 52) ^ L) in *.
    assert (Hx2 : C * x < b * P).
    { assert (C * (256 * x) < C * (b * q)) by (apply Z.mul_lt_mono_pos_l; lia).
      assert (0 <= b) by nia. assert (b * (C * q) <= b * (256 * P)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
    assert (HcP : b * 256 * P <= C * c * P) by (apply Z.mul_le_mono_nonneg_r; lia).
    split; [lia|]. apply (cancel (C * P)); [apply Z.mul_pos_pos; lia|].
    replace (Z.of_nat n + 1) with L in HT by lia.
    assert (256 * C * (T * P) < 256 * C * ((L * P + x) * q)) by (apply Z.mul_lt_mono_pos_l; lia).
    assert (256 * (C * x) * q <= C * c * P * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.
