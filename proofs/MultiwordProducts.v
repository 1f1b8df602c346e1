(** Products by rows in doubles: sections 19.1 and 19.2 of docs/bounds/multiword.md. Numbers are lists of limbs, as in
    MultiwordDoubles.v; the columns of a product are exact. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles MultiwordDoubles DoubleColumns.
Import ListNotations.
Open Scope Z_scope.

(** ** Rows of limbs, each with its factor, as columns of products *)

Fixpoint columns_of_rows (n : nat) (rows : list (Z * list Z)) : list (list (Z * Z)) :=
  match n with
  | O => []
  | S n => map (fun row => (fst row, hd 0 (snd row))) rows ::
           columns_of_rows n (map (fun row => (fst row, tl (snd row))) rows)
  end.

Definition columns_from higher (products : list (list (Z * Z))) :=
  match products with [] => [] | first :: others => column_of higher first :: map (column_of true) others end.

Fixpoint rows_value (rows : list (Z * list Z)) : Z :=
  match rows with [] => 0 | (x, row) :: others => x * number row + rows_value others end.

(** All limbs except the top are carried, and the top is below a bound. *)
Definition has_limbs n most (x : list Z) := length x = n /\ carried x /\ Z.abs (last x 0) <= most.

Lemma carried_tail limb x : carried (limb :: x) -> carried x.
Proof. destruct x; cbn; tauto. Qed.

Lemma rows_number n most : forall rows, Forall (fun row => has_limbs n most (snd row)) rows ->
  number (map products_total (columns_of_rows n rows)) = rows_value rows.
Proof.
  assert (H0 : forall n rows, Forall (fun row : Z * list Z => length (snd row) = n) rows ->
    number (map products_total (columns_of_rows n rows)) = rows_value rows).
  { clear. intros n. induction n as [|n IH]; intros rows H; cbn [columns_of_rows map number].
    - induction H as [|[x row] rows Hl _ IH]; cbn [rows_value]; [reflexivity|].
      destruct row; [|discriminate]. cbn [number]. rewrite <- IH. ring.
    - rewrite IH.
      + induction H as [|[x row] rows Hl _ IH']; cbn [rows_value map products_total fst snd]; [ring|].
        destruct row as [|digit row]; [discriminate|]. cbn [hd tl number]. rewrite <- IH'. ring.
      + apply Forall_map. eapply Forall_impl; [|exact H]. intros [x row]. cbn. destruct row; cbn; [discriminate|lia]. }
  intros rows H. apply H0. eapply Forall_impl; [|exact H]. intros row Hr. apply Hr.
Qed.

(** The bounds of a list of parts: all but the top move little, and no rest is large. *)
Fixpoint parts_within size rest top (parts : list (Z * Z)) : Prop :=
  match parts with
  | [] => True
  | (m, r) :: above =>
      Z.abs r <= rest /\ match above with [] => Z.abs m < top | _ => Z.abs (m * radix) <= size end /\
      parts_within size rest top above
  end.

Lemma parts_within_more size rest a b parts : a <= b -> parts_within size rest a parts -> parts_within size rest b
  parts.
Proof.
  intros Hab. induction parts as [|[m r] parts IH]; cbn [parts_within]; [auto|]. intros (H1 & H2 & H3).
  split; [exact H1|]. split; [|apply IH; exact H3]. destruct parts; [lia|exact H2].
Qed.

Definition part_value (p : Z * Z) := fst p * radix + snd p.

Lemma row_sizes n most : 2 ^ 42 <= most -> forall rows, Forall (fun row => has_limbs (S n) most (snd row)) rows ->
  let products := map (fun row => (fst row, hd 0 (snd row))) rows in
  2 * sizes products <= magnitude (map fst rows) * match n with O => 2 * most | _ => radix end.
Proof.
  intros Hm rows H. cbv zeta. induction H as [|[x row] rows (Hl & Hc & Ht) _ IH]; cbn [map sizes magnitude fst snd];
    [lia|]. cbn [snd] in *. destruct row as [|digit row]; [discriminate|]. cbn [hd]. rewrite Z.abs_mul.
  assert (Hd : 2 * Z.abs digit <= match n with O => 2 * most | _ => radix end).
  { destruct n as [|n].
    - destruct row; [|discriminate]. cbn [last] in Ht. lia.
    - destruct row; [discriminate|]. destruct Hc as [Hc _]. lia. }
  set (D := match n with O => _ | _ => _ end) in *. clearbody D.
  assert (Z.abs x * (2 * Z.abs digit) <= Z.abs x * D) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.

Lemma total_within products : Z.abs (products_total products) <= sizes products.
Proof. induction products as [|[x d] products IH]; cbn [products_total sizes]; lia. Qed.

Lemma magnitude_positive x : 0 <= magnitude x.
Proof. induction x; cbn [magnitude]; lia. Qed.

Lemma columns_of_rows_hold n most : 2 ^ 42 <= most <= 2 ^ 44 -> forall rows higher,
  rows <> [] -> how_many rows <= 12 -> magnitude (map fst rows) < 2 ^ 47 ->
  Forall (fun row => has_limbs n most (snd row)) rows ->
  exists parts, all_hold higher (columns_from higher (columns_of_rows n rows)) parts /\
    map part_value parts = map products_total (columns_of_rows n rows) /\ length parts = n /\
    parts_within (magnitude (map fst rows) * 2 ^ 42 + how_many rows * 2 ^ 42) (how_many rows * 2 ^ 42)
      (2 ^ 49) parts.
Proof.
  intros Hmost. induction n as [|n IH]; intros rows higher Hne Hc Hs H.
  - exists []. cbn. auto.
  - cbn [columns_of_rows columns_from map].
    pose proof (row_sizes n most ltac:(lia) rows H) as Hsize. cbv zeta in Hsize.
    set (products := map (fun row => (fst row, hd 0 (snd row))) rows) in *.
    assert (Hmany : how_many products = how_many rows) by (unfold how_many, products; rewrite map_length; reflexivity).
    pose proof (magnitude_positive (map fst rows)) as Hpos.
    set (rows' := map (fun row => (fst row, tl (snd row))) rows).
    assert (Hfst : map fst rows' = map fst rows) by (unfold rows'; rewrite map_map; apply map_ext; reflexivity).
    set (S := magnitude (map fst rows)) in *.
    assert (Hs93 : sizes products < 2 ^ 93).
    { assert (S * match n with O => 2 * most | _ => radix end <= S * 2 ^ 45).
      { apply Z.mul_le_mono_nonneg_l; [exact Hpos|]. change radix with (2 ^ 43). destruct n; lia. } lia. }
    destruct (column_of_is higher products) as (m & r & Hold & E & Hr); [|rewrite Hmany; lia|exact Hs93|].
    { unfold products. destruct rows; [contradiction|discriminate]. }
    rewrite Hmany in Hr. pose proof (total_within products) as Htot.
    destruct (IH rows' true) as (parts & Hold' & E' & El & Hw).
    { unfold rows'. destruct rows; [contradiction|discriminate]. }
    { unfold how_many, rows' in *. rewrite map_length. exact Hc. }
    { rewrite Hfst. exact Hs. }
    { unfold rows'. apply Forall_map. eapply Forall_impl; [|exact H]. intros [x row] (Hl & Hcar & Ht). cbn [snd] in *.
      destruct row as [|digit row]; [discriminate|]. cbn [tl]. split; [cbn in Hl; lia|].
      split; [eapply carried_tail; exact Hcar|]. destruct row; [cbn; lia|exact Ht]. }
    exists ((m, r) :: parts). split; [|split; [|split]].
    + cbn [all_hold]. split; [exact Hold|].
      replace (map (column_of true) (columns_of_rows n rows')) with (columns_from true (columns_of_rows n rows'))
        by (destruct n; reflexivity). exact Hold'.
    + cbn [map]. f_equal; [|exact E']. unfold part_value. cbn [fst snd]. exact E.
    + cbn [length]. lia.
    + cbn [parts_within]. rewrite Hfst in Hw. fold S in Hw.
      replace (how_many rows') with (how_many rows) in Hw by (unfold how_many, rows'; rewrite map_length; reflexivity).
      split; [change radix with (2 ^ 43) in *; lia|]. split; [|exact Hw].
      destruct parts as [|p parts]; cbn [length] in El.
      * replace n with O in * by lia.
        assert (S * (2 * most) <= 2 ^ 47 * (2 * most)) by (apply Z.mul_le_mono_nonneg_r; lia).
        change radix with 8796093022208 in *. lia.
      * destruct n as [|n]; [lia|]. change radix with (2 ^ 43) in *. lia.
Qed.

(** ** Without a multiple of q *)

Lemma number_of_values k parts q : length parts = length q ->
  number (left_over k parts q) = number (map part_value parts) - k * number q.
Proof.
  revert q. induction parts as [|[m r] parts IH]; intros [|d q] Hl; try discriminate; cbn [left_over map number].
  - ring.
  - rewrite IH by (cbn in Hl; lia). unfold part_value. cbn [fst snd]. ring.
Qed.

(** The top of a number whose other limbs are not too large. *)
Fixpoint under_top most (x : list Z) : Prop :=
  match x with
  | [] => True
  | limb :: above => match above with [] => True | _ => Z.abs limb <= most /\ under_top most above end
  end.

Lemma under_top_more a b x : a <= b -> under_top a x -> under_top b x.
Proof.
  intros Hab. induction x as [|v x IH]; cbn [under_top]; [auto|]. destruct x; [auto|]. intros [H1 H2].
  split; [lia|apply IH; assumption].
Qed.

Lemma top_is_small most x : x <> [] -> under_top (most * (radix - 1)) x ->
  Z.abs (last x 0) * radix ^ (count x - 1) <= Z.abs (number x) + most * (radix ^ (count x - 1) - 1).
Proof.
  intros Hne. induction x as [|limb x IH]; [contradiction|]. intros H. destruct x as [|next x].
  - unfold count. cbn [last number length]. change (Z.of_nat 1 - 1) with 0. rewrite Z.pow_0_r. lia.
  - destruct H as [Hl H]. specialize (IH ltac:(discriminate) H).
    change (last (limb :: next :: x) 0) with (last (next :: x) 0).
    change (number (limb :: next :: x)) with (limb + radix * number (next :: x)).
    assert (E : count (limb :: next :: x) - 1 = Z.succ (count (next :: x) - 1)) by (unfold count; cbn [length]; lia).
    assert (Hc : 0 <= count (next :: x) - 1) by (unfold count; cbn [length]; lia).
    rewrite E, Z.pow_succ_r by assumption.
    assert (HP : 0 < radix ^ (count (next :: x) - 1)) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
    set (P := radix ^ (count (next :: x) - 1)) in *. set (top := last (next :: x) 0) in *.
    set (N := number (next :: x)) in *. clearbody P top N. change radix with 8796093022208 in *. lia.
Qed.

Lemma left_over_under_top k size rest : forall parts q, 0 <= size <= 2 ^ 90 -> 0 <= rest <= 2 ^ 50 -> Z.abs k < 2 ^ 48
  ->
  parts_within size rest (2 ^ 50) parts -> carried q -> length parts = length q -> under_top (2 ^ 92) (left_over k
    parts q).
Proof.
  induction parts as [|[m r] parts IH]; intros [|d q] Hs Hr Hk Hp Hq Hl; try discriminate; [exact I|].
  cbn [parts_within] in Hp. destruct Hp as (H1 & H2 & Hp). cbn [left_over under_top].
  destruct q as [|d' q]; destruct parts as [|[m' r'] parts]; try discriminate; [exact I|].
  destruct Hq as [Hd Hq]. specialize (IH (d' :: q) Hs Hr Hk Hp Hq ltac:(cbn in *; lia)).
  cbn [left_over] in *. split; [|exact IH].
  assert (Z.abs (k * d) <= 2 ^ 48 * 2 ^ 42).
  { rewrite Z.abs_mul. apply Z.mul_le_mono_nonneg; change radix with (2 ^ 43) in *; lia. }
  lia.
Qed.

Lemma parts_are_roomy k size rest up : forall parts q, 0 <= size <= 2 ^ 90 -> 0 <= rest <= 2 ^ 50 -> Z.abs k < 2 ^ 48 ->
  size + Z.abs k * 2 ^ 42 <= (2 * up - 1) * 2 ^ 42 -> parts_within size rest (2 ^ 50) parts -> carried q ->
  length parts = length q -> Z.abs (last (left_over k parts q) 0) <= 2 ^ 51 - up -> roomy k up parts q.
Proof.
  induction parts as [|[m r] parts IH]; intros [|d q] Hs Hr Hk Hup Hp Hq Hl Ht; try discriminate; [exact I|].
  cbn [parts_within] in Hp. destruct Hp as (H1 & H2 & Hp). cbn [roomy]. split; [lia|].
  destruct q as [|d' q]; destruct parts as [|[m' r'] parts]; try discriminate.
  - cbn [left_over last] in Ht. split; [split; [lia|exact Ht]|exact I].
  - destruct Hq as [Hd Hq]. change (carried (d' :: q)) in Hq.
    split; [|apply (IH (d' :: q)); try assumption; cbn [length] in *; lia].
    assert (Z.abs (k * d) <= Z.abs k * 2 ^ 42).
    { rewrite Z.abs_mul. apply Z.mul_le_mono_nonneg_l; change radix with (2 ^ 43) in *; lia. }
    change radix with (2 ^ 43) in *. lia.
Qed.

(** The result of [less_multiple] for columns, if the quotient is near. *)
Lemma less_multiple_is k size rest up columns parts modulus q :
  number modulus = q -> carried modulus -> 2 <= count modulus ->
  fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (count modulus) ->
  all_hold false columns parts -> length columns = length modulus -> length parts = length modulus ->
  parts_within size rest (2 ^ 50) parts -> 0 <= size <= 2 ^ 90 -> 0 <= rest <= 2 ^ 50 -> Z.abs k < 2 ^ 48 ->
  0 <= up <= 2 ^ 48 -> size + Z.abs k * 2 ^ 42 <= (2 * up - 1) * 2 ^ 42 ->
  low fma_multiword_rounded * q <= 256 * (number (map part_value parts) - k * q) <= high fma_multiword_rounded * q ->
  exists limbs, columns_without (IZR k) None (combine columns (map IZR modulus)) = map IZR limbs /\
    length limbs = length modulus /\ number limbs = number (map part_value parts) - k * q /\ limbs_near up limbs parts.
Proof.
  intros Eq Hq Hc Hcap Hold Hlc Hlp Hp Hs Hr Hk Hup0 Hup HT. rewrite <- Eq in HT |- *.
  rewrite <- (number_of_values k parts modulus Hlp) in HT |- *.
  assert (Hne : left_over k parts modulus <> []).
  { destruct modulus; [cbn in Hc; lia|]. destruct parts as [|[m r] parts]; discriminate. }
  assert (Hlen : count (left_over k parts modulus) = count modulus).
  { clear - Hlp. unfold count. f_equal. revert modulus Hlp.
    induction parts as [|[m r] parts IH]; intros [|d modulus] Hl; try discriminate; [reflexivity|].
    cbn [left_over length]. f_equal. apply IH. cbn in Hl. lia. }
  pose proof (left_over_under_top k size rest parts modulus Hs Hr Hk Hp Hq Hlp) as Hu.
  pose proof (top_is_small (2 ^ 50) _ Hne ltac:(eapply under_top_more; [|exact Hu]; change radix with (2 ^ 43); lia))
    as Ht. rewrite Hlen in Ht.
  assert (HT' : Z.abs (number (left_over k parts modulus)) <= 2 ^ 41 * radix ^ (count modulus - 1)).
  { rewrite Eq in HT. unfold fma_multiword_capacity_bits in Hcap. rewrite Z.pow_add_r, Z.pow_mul_r in Hcap
      by (unfold fma_multiword_limb_bits; lia). fold radix in Hcap.
    unfold fma_multiword_capacity in Hcap. unfold fma_multiword_rounded in HT. cbn [low high] in HT.
    set (P := radix ^ (count modulus - 1)) in *. clearbody P. lia. }
  assert (HP : 0 < radix ^ (count modulus - 1)) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
  assert (Htop : Z.abs (last (left_over k parts modulus) 0) <= 2 ^ 51 - up).
  { apply Z.lt_succ_r, (cancel (radix ^ (count modulus - 1))); [exact HP|].
    set (P := radix ^ (count modulus - 1)) in *. clearbody P.
    assert (up * P <= 2 ^ 48 * P) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  pose proof (parts_are_roomy k size rest up parts modulus Hs Hr Hk Hup Hp Hq Hlp Htop) as Hroom.
  destruct (columns_without_is k up modulus Hup0 columns parts None 0 eq_refl ltac:(cbn; lia) Hlc Hold Hroom)
    as (limbs & E & El & En & Hn).
  exists limbs. split; [exact E|]. split; [exact El|]. split; [|exact Hn].
  rewrite En. destruct modulus; lia.
Qed.

(** ** Section 19.2: a product by rows *)

(** The rows' limbs and the terms of the quotient: [mul_rows] for a carried multiplicand. *)
Definition fma_multiword_mul_rows (x : list (term * list Z)) (modulus : list Z) : list R :=
  let products := columns_of_rows (length modulus) (map (fun row => (limb_of (fst row), snd row)) x) in
  columns_without (nearest_integer (row_quotient 0 (map fst x))) None
    (combine (columns_from false products) (map IZR modulus)).

Lemma columns_from_length higher n rows : length (columns_from higher (columns_of_rows n rows)) = n.
Proof.
  assert (H : forall rows, length (columns_of_rows n rows) = n).
  { clear. induction n; intros; cbn; [reflexivity|]. f_equal. apply IHn. }
  unfold columns_from. specialize (H rows). destruct (columns_of_rows n rows); [exact H|].
  cbn [length]. rewrite map_length. exact H.
Qed.

Lemma limbs_near_within up rest : forall limbs parts, length limbs = length parts ->
  (exists size top, parts_within size rest top parts) -> limbs_near up limbs parts ->
  under_top (rest + 2 ^ 42 + up) limbs.
Proof.
  induction limbs as [|limb limbs IH]; intros [|[m r] parts] Hl (size & top & Hp) Hn; try discriminate; [exact I|].
  cbn [parts_within] in Hp. destruct Hp as (Hr & _ & Hp). cbn [limbs_near] in Hn. destruct Hn as [H1 H2].
  cbn [under_top]. specialize (IH parts ltac:(cbn in Hl; lia) ltac:(eexists; eexists; exact Hp) H2).
  destruct limbs; [exact I|]. split; [change radix with (2 ^ 43) in *; lia|exact IH].
Qed.

Theorem fma_multiword_row_columns q modulus x :
  number modulus = q -> 0 < q -> carried modulus -> 2 <= count modulus <= 12 -> length x = length modulus ->
  fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (count modulus) ->
  Forall (fun row => good q (fst row) /\ number (snd row) = row_of (fst row) /\
    has_limbs (length modulus) (2 ^ 42) (snd row)) x ->
  magnitude (map (fun row => limb_of (fst row)) x) < 2 ^ 47 ->
  exists k limbs, fma_multiword_mul_rows x modulus = map IZR limbs /\ length limbs = length modulus /\
    number limbs = row_product (map fst x) - k * q /\
    low fma_multiword_rounded * q <= 256 * number limbs <= high fma_multiword_rounded * q /\
    under_top (5 * 2 ^ 45 - 1) limbs.
Proof.
  intros Eq Hq Hmod Hc Hlx Hcap Hx Hs. unfold fma_multiword_mul_rows.
  set (rows := map (fun row => (limb_of (fst row), snd row)) x).
  assert (Hfst : map fst rows = map (fun row => limb_of (fst row)) x).
  { unfold rows. rewrite map_map. apply map_ext. reflexivity. }
  assert (Hlimbs : map limb_of (map fst x) = map (fun row => limb_of (fst row)) x) by apply map_map.
  assert (Hgood : Forall (good q) (map fst x)).
  { apply Forall_map. eapply Forall_impl; [|exact Hx]. intros row H. apply H. }
  assert (Hmany : how_many rows = count modulus).
  { unfold how_many, rows, count. rewrite map_length, Hlx. reflexivity. }
  destruct (fma_multiword_row_product q (map fst x) Hq Hgood) as (k & Ek & HT).
  { rewrite Hlimbs. unfold count in *. rewrite map_length. lia. }
  { rewrite Hlimbs. exact Hs. }
  rewrite Ek. exists k.
  assert (Hvalue : row_product (map fst x) = rows_value rows).
  { unfold rows. clear - Hx. induction Hx as [|[t row] x (_ & E & _) _ IH]; cbn [map row_product rows_value fst snd]
    in *;
      [reflexivity|]. rewrite IH, E. reflexivity. }
  destruct (columns_of_rows_hold (length modulus) (2 ^ 42) ltac:(lia) rows false) as (parts & Hold & Ep & Elp & Hp).
  { unfold rows. destruct x; [|discriminate]. cbn in Hlx. unfold count in Hc. rewrite <- Hlx in Hc. cbn in Hc. lia. }
  { lia. }
  { rewrite Hfst. exact Hs. }
  { unfold rows. apply Forall_map. eapply Forall_impl; [|exact Hx]. intros [t row] (_ & _ & H). exact H. }
  assert (Enum : number (map part_value parts) = row_product (map fst x)).
  { rewrite Ep, Hvalue. apply (rows_number (length modulus) (2 ^ 42)). unfold rows. apply Forall_map.
    eapply Forall_impl; [|exact Hx]. intros [t row] (_ & _ & H). exact H. }
  rewrite Hmany, Hfst in Hp. set (S := magnitude (map (fun row => limb_of (fst row)) x)) in *.
  assert (HS0 : 0 <= S) by apply magnitude_positive.
  (* the quotient is at most S / 2 + 5 / 8 *)
  assert (Hk : 2 * Z.abs k <= S + 1).
  { assert (HZ : 2 * Z.abs (row_product (map fst x)) <= S * q).
    { unfold S. rewrite <- Hlimbs. clear - Hgood Hq.
      induction Hgood as [|t terms (Hw & _) _ IH]; cbn [row_product map magnitude]; [lia|].
      pose proof (Z.abs_triangle (limb_of t * row_of t) (row_product terms)). rewrite Z.abs_mul in *.
      assert (Z.abs (limb_of t) * (2 * Z.abs (row_of t)) <= Z.abs (limb_of t) * q)
        by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
    unfold fma_multiword_rounded in HT. cbn [low high] in HT.
    apply Z.lt_succ_r, (cancel q); [exact Hq|]. pose proof (Z.abs_mul k q) as Ha. rewrite (Z.abs_eq q) in Ha by lia.
    lia. }
  apply (parts_within_more _ _ _ (2 ^ 50)) in Hp; [|lia].
  set (up := (S + Z.abs k + count modulus + 2) / 2).
  pose proof (floor (S + Z.abs k + count modulus + 2) 2 ltac:(lia)) as Hup. fold up in Hup. clearbody up.
  destruct (less_multiple_is k (S * 2 ^ 42 + count modulus * 2 ^ 42) (count modulus * 2 ^ 42) up
    (columns_from false (columns_of_rows (length modulus) rows)) parts modulus q) as (limbs & E & El & En & Hn);
    try (assumption || lia || (apply columns_from_length)).
  exists limbs. split; [exact E|]. split; [exact El|]. rewrite En, Enum. split; [reflexivity|].
  split; [exact HT|].
  pose proof (limbs_near_within up (count modulus * 2 ^ 42) limbs parts ltac:(lia)
    ltac:(eexists; eexists; exact Hp) Hn) as Hu.
  eapply under_top_more; [|exact Hu]. lia.
Qed.
