package ringlet

/*
#include <ringlet/ringlet.h>
*/
import "C"

// switchCall holds the arguments of a call of a plan. b and a are its outputs.
type switchCall struct {
	plan           *C.ringlet_key_switch
	b, a, x        C.ringlet_rows
	bs, as, xs     *C.ringlet_rows
	key            *C.ringlet_switching_key
	count, rows    C.size_t
	executor       *C.ringlet_executor
	allRows, level int
}

// prepare holds the plan and the executor of a call at a level.
func (plan *KeySwitch) prepare(c *call, level int, executor *Executor) (s switchCall) {
	s.plan, s.executor = hold(c, plan), holdOptional(c, executor)
	if c.err == nil {
		s.rows, s.level, s.allRows = C.size_t(level), level, level+plan.special
	}
	return s
}

// pair pins the rows of two outputs.
func (plan *KeySwitch) pair(c *call, s *switchCall, b, a [][]uint64, rows int) {
	if c.err == nil {
		s.b, s.a = c.rows("b", b, rows, plan.n), c.rows("a", a, rows, plan.n)
	}
}

// digits pins digits at the level of the call.
func (plan *KeySwitch) digits(c *call, s *switchCall, digits [][][]uint64) {
	if c.err == nil {
		count := int(C.ringlet_key_switch_digit_count(s.plan, s.rows))
		s.xs = c.polynomials("digits", digits, count, s.allRows, plan.n)
	}
}

func (plan *KeySwitch) switchOne(b, a, x [][]uint64, key *SwitchingKey, executor *Executor, f func(s switchCall) C.ringlet_status) error {
	c := begin()
	defer c.end()
	s := plan.prepare(c, len(x), executor)
	s.key = hold(c, key)
	plan.pair(c, &s, b, a, s.level)
	if c.err == nil {
		s.x = c.rows("x", x, s.level, plan.n)
	}
	return c.do(func() C.ringlet_status { return f(s) })
}

// Apply writes the key switch of x to b and a, at the level of its rows.
func (plan *KeySwitch) Apply(b, a, x [][]uint64, key *SwitchingKey, executor *Executor) error {
	return plan.switchOne(b, a, x, key, executor, func(s switchCall) C.ringlet_status {
		return C.ringlet_key_switch_apply(s.plan, s.b, s.a, s.x, s.rows, s.key, s.executor)
	})
}

// Add adds the key switch of x to b and a.
func (plan *KeySwitch) Add(b, a, x [][]uint64, key *SwitchingKey, executor *Executor) error {
	return plan.switchOne(b, a, x, key, executor, func(s switchCall) C.ringlet_status {
		return C.ringlet_key_switch_add(s.plan, s.b, s.a, s.x, s.rows, s.key, s.executor)
	})
}

func (plan *KeySwitch) switchMany(b, a, x [][][]uint64, key *SwitchingKey, executor *Executor, f func(s switchCall) C.ringlet_status) error {
	c := begin()
	defer c.end()
	level := 0
	if len(x) > 0 {
		level = len(x[0])
	}
	s := plan.prepare(c, level, executor)
	s.key, s.count = hold(c, key), C.size_t(len(x))
	if c.err == nil {
		s.bs, s.as = c.polynomials("b", b, len(x), level, plan.n), c.polynomials("a", a, len(x), level, plan.n)
		s.xs = c.polynomials("x", x, len(x), level, plan.n)
	}
	return c.do(func() C.ringlet_status { return f(s) })
}

// ApplyMany is Apply for several polynomials of one level. It is faster, because parts of the key stay in the CPU's cache.
func (plan *KeySwitch) ApplyMany(b, a, x [][][]uint64, key *SwitchingKey, executor *Executor) error {
	return plan.switchMany(b, a, x, key, executor, func(s switchCall) C.ringlet_status {
		return C.ringlet_key_switch_apply_many(s.plan, s.bs, s.as, s.xs, s.count,
			s.rows, s.key, s.executor)
	})
}

// AddMany is Add for several polynomials of one level.
func (plan *KeySwitch) AddMany(b, a, x [][][]uint64, key *SwitchingKey, executor *Executor) error {
	return plan.switchMany(b, a, x, key, executor, func(s switchCall) C.ringlet_status {
		return C.ringlet_key_switch_add_many(s.plan, s.bs, s.as, s.xs, s.count,
			s.rows, s.key, s.executor)
	})
}

// Decompose writes the digits of x: DigitCount(len(x)) polynomials of evaluations, with a row for each modulus of the
// level, then one for each of P. Decomposed once, they serve many keys. No rows overlap.
func (plan *KeySwitch) Decompose(digits [][][]uint64, x [][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	s := plan.prepare(c, len(x), executor)
	plan.digits(c, &s, digits)
	if c.err == nil {
		s.x = c.rows("x", x, s.level, plan.n)
	}
	return c.do(func() C.ringlet_status {
		return C.ringlet_key_switch_decompose(s.plan, s.xs, s.x, s.rows, s.executor)
	})
}

// special is the number of further rows of b and a.
func (plan *KeySwitch) switchDigits(b, a [][]uint64, digits [][][]uint64, special bool, key *SwitchingKey, executor *Executor,
	f func(s switchCall) C.ringlet_status) error {
	c := begin()
	defer c.end()
	s := plan.prepare(c, len(b), executor)
	if c.err == nil && special {
		s.allRows, s.level = len(b), len(b)-plan.special
		if s.level < 1 {
			c.fail(invalid("b has %d rows, but it must have at least %d", len(b), plan.special+1))
		}
		s.rows = C.size_t(s.level)
	}
	s.key = hold(c, key)
	plan.digits(c, &s, digits)
	plan.pair(c, &s, b, a, len(b))
	return c.do(func() C.ringlet_status { return f(s) })
}

// ApplyDigits writes the key switch of a polynomial to b and a, from its digits. It takes about half the time of Apply.
func (plan *KeySwitch) ApplyDigits(b, a [][]uint64, digits [][][]uint64, key *SwitchingKey, executor *Executor) error {
	return plan.switchDigits(b, a, digits, false, key, executor, func(s switchCall) C.ringlet_status {
		return C.ringlet_key_switch_apply_digits(s.plan, s.b, s.a, s.xs, s.rows, s.key, s.executor)
	})
}

// AddDigits adds the key switch of a polynomial to b and a, from its digits.
func (plan *KeySwitch) AddDigits(b, a [][]uint64, digits [][][]uint64, key *SwitchingKey, executor *Executor) error {
	return plan.switchDigits(b, a, digits, false, key, executor, func(s switchCall) C.ringlet_status {
		return C.ringlet_key_switch_add_digits(s.plan, s.b, s.a, s.xs, s.rows, s.key, s.executor)
	})
}

// InnerProduct writes the sums of the products of digits and key modulo Q P, or their images under the key's
// automorphism. b and a have a row for each modulus of the level, then one for each of P.
func (plan *KeySwitch) InnerProduct(b, a [][]uint64, digits [][][]uint64, key *SwitchingKey, executor *Executor) error {
	return plan.switchDigits(b, a, digits, true, key, executor, func(s switchCall) C.ringlet_status {
		return C.ringlet_key_switch_inner_product(s.plan, s.b, s.a, s.xs, s.rows, s.key, s.executor)
	})
}

// Accumulate adds to b and a what InnerProduct writes.
func (plan *KeySwitch) Accumulate(b, a [][]uint64, digits [][][]uint64, key *SwitchingKey, executor *Executor) error {
	return plan.switchDigits(b, a, digits, true, key, executor, func(s switchCall) C.ringlet_status {
		return C.ringlet_key_switch_accumulate(s.plan, s.b, s.a, s.xs, s.rows, s.key, s.executor)
	})
}

// AddSpecialMultiple adds P x to a sum modulo Q P, so that x is added to its quotient. Both are evaluations.
func (plan *KeySwitch) AddSpecialMultiple(sum, x [][]uint64, executor *Executor) error {
	c := begin()
	defer c.end()
	s := plan.prepare(c, len(x), executor)
	if c.err == nil {
		s.b, s.x = c.rows("sum", sum, s.allRows, plan.n), c.rows("x", x, s.level, plan.n)
	}
	return c.do(func() C.ringlet_status {
		return C.ringlet_key_switch_add_special_multiple(s.plan, s.b, s.x, s.rows, s.executor)
	})
}

func (plan *KeySwitch) divide(b, a, sumB, sumA [][]uint64, executor *Executor, f func(s switchCall, sumB, sumA C.ringlet_rows) C.ringlet_status) error {
	c := begin()
	defer c.end()
	s := plan.prepare(c, len(b), executor)
	plan.pair(c, &s, b, a, s.level)
	if c.err != nil {
		return c.err
	}
	ofB, ofA := c.rows("sumB", sumB, s.allRows, plan.n), c.rows("sumA", sumA, s.allRows, plan.n)
	return c.do(func() C.ringlet_status { return f(s, ofB, ofA) })
}

// ModDown writes sums modulo Q P, divided by P and rounded, to b and a. Row i of b may be row i of sumB, and row i of a
// row i of sumA.
func (plan *KeySwitch) ModDown(b, a, sumB, sumA [][]uint64, executor *Executor) error {
	return plan.divide(b, a, sumB, sumA, executor, func(s switchCall, sumB, sumA C.ringlet_rows) C.ringlet_status {
		return C.ringlet_key_switch_mod_down(s.plan, s.b, s.a, sumB, sumA, s.rows, s.executor)
	})
}

// AddModDown adds to b and a what ModDown writes.
func (plan *KeySwitch) AddModDown(b, a, sumB, sumA [][]uint64, executor *Executor) error {
	return plan.divide(b, a, sumB, sumA, executor, func(s switchCall, sumB, sumA C.ringlet_rows) C.ringlet_status {
		return C.ringlet_key_switch_add_mod_down(s.plan, s.b, s.a, sumB, sumA, s.rows, s.executor)
	})
}
